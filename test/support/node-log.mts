import { ExecuteSingleContext } from 'n8n-core';

/** Listens, until mocks are restored, to what our node writes into n8n's log: each call holds a warning. */
export function watchLog(): jest.Mock<undefined, [message: string]> {
	const warn = jest.fn<undefined, [string]>();
	jest.spyOn(ExecuteSingleContext.prototype, 'logger', 'get').mockReturnValue({ warn } as never);
	return warn;
}
