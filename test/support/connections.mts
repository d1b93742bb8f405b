import net from 'node:net';

/** Counts the connections that this process opens while `work` runs, wherever to. */
export async function connectionsDuring(work: () => Promise<unknown>): Promise<number> {
	const connect = jest.spyOn(net.Socket.prototype, 'connect');
	try {
		await work();
		return connect.mock.calls.length;
	} finally {
		connect.mockRestore();
	}
}
