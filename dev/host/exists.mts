import { access } from 'node:fs/promises';

/** Whether there is a file or folder at that path. */
export async function exists(path: string): Promise<boolean> {
	return await access(path).then(
		() => true,
		() => false,
	);
}
