import { columnReferredTo } from '../../../nodes/RentalScreening/request/item.ts';

test.each([
	['={{ $json.email }}', 'email'],
	['={{$json.email}}', 'email'],
	["={{ $json['First Name'] }}", 'First Name'],
	['={{ $json["E-mail"] }}', 'E-mail'],
	["={{ $json[''] }}", ''],
])('%s names the column %j', (expression, column) => {
	expect(columnReferredTo(expression)).toBe(column);
});

test.each([
	'email',
	'={{ $json }}',
	'={{ $json.address.city }}',
	'={{ $json.email.trim() }}',
	'={{ $json.email }} ',
	' ={{ $json.email }}',
	'=a{{ $json.email }}',
	'={{ $json.email }}{{ $json.phone }}',
	"={{ $json['it\\'s'] }}",
	"={{ $json['a' + 'b'] }}",
	`={{ $json['a"] }}`,
	'={{ $json[0] }}',
	'={{ $json?.email }}',
	'={{ $json.my-mail }}',
	'={{ $("Sheet").item.json.email }}',
])('%s is evaluated by n8n', (expression) => {
	expect(columnReferredTo(expression)).toBeUndefined();
});
