import { Memory } from '../../../nodes/RentalScreening/run/memory.ts';
import { quoted } from '../../../nodes/RentalScreening/service/quote.ts';
test('T2', () => {
	const memory = new Memory();
	memory.claim('k', '1').settle({ answer: { userId: 'u' } });
	const a = memory.claim('k', '2');
	const b = memory.claim('k', '3');
	a.settle(undefined);
	b.settle(undefined);
	expect(memory.find('k')?.settled).toEqual({ answer: { userId: 'u' } });
});
test('T3', () => {
	const token = 'tok-' + 'x7'.repeat(400);
	expect(quoted({ message: 'Bad', sent: [`${token} ${token} ${token}`] }, [token])).not.toMatch(/x7/);
	expect(quoted({ message: 'a', sent: ' pw1'}, [' pw1'])).not.toMatch(/pw1/);
});
