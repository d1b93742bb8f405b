// Whom a landlord's sheet names beside the applicant. Names of columns are normalized here.

/** Whoever applies, or lives there. */
export const APPLICANT = '(?:applicant|tenant|renter|resident|occupant)';
/** Its whole name or a half of it, or the role alone. */
const APPLICANT_NAME = `${APPLICANT}s?(?:(?:full|first|last)?name)?`;

/** Whose date of birth no sheet has. */
const WITHOUT_BIRTHDAY =
	'owner|landlord|landlady|lessor|(?:case)?manager|management|agent|leasingconsultant|realtor|broker' +
	'|employer|workplace|placeof(?:work|employment)|supervisor|bank|referee|referr?er|reference' +
	'|(?:case|intake|social)worker|doctor|attorney|lawyer';
/** Who else is in a landlord's sheet. A second applicant gets no screening of the first. */
const OTHERS =
	`(?:${WITHOUT_BIRTHDAY}|guarantor|co(?:signer|${APPLICANT})` +
	'|spouse|partner|husband|wife|roommate|parent|guardian|mother|mum|mom|father|dad|sister|brother|son|daughter' +
	'|emergency(?:contact)?|alternatecontact|nextofkin|relative' +
	`|${APPLICANT_NAME}#?[2-9]|(?:second|2nd|secondary|joint|additional|other)${APPLICANT}` +
	// 'Children' alone and 'Children 0-5' say how many.
	'|(?:child(?:ren)?|dependent|minor|occupant|(?:household|family)member)s?(?=\\d(?!\\d)|[a-z]*name))';
/** 'Tenant Emergency Contact', 'Name of Landlord'; a tenant's reference is more often a number. */
const WHOSE =
	'(?:(?:full)?(?:legal)?names?of(?:the|your|my)?|(?:applicant|tenant|renter|resident|your|my)s?(?!refer))?';
const WHICH =
	'(?:current|previous|prior|former|present|past|last|primary|secondary|nearest|closest|referring' +
	'|property|home|house|flat|unit|building|letting|leasing|listing|showing' +
	'|assigned|personal|professional)';
const PARTS =
	'(?:full)?(?:legal)?(?:first|last|first(?:and|&)last|middle|given|family|contact)?(?:name|forename|surname|person|info|reference|address|company|relationship|dateofbirth|dob|age)?';

/** 'Submitted By': whoever filled in the form or the row. */
const WRITER =
	'(?:added|completed|created|entered|filled(?:in|out)?|made|modified|referred|requested|submitted|updated)by';

/** 'Person to be notified in case of emergency' */
const NOTIFIED = '[a-z]*incaseof(?:an)?emergency(?:notify)?|(?:person|whom?)[a-z]*notif(?:y|ied)';

/** Names of columns that are another person's; 'Owner Phone' is not, as the sheet then says whose each is. */
export const OTHER_PERSON = new RegExp(
	// 'Property Reference' is a number.
	`^(?!(?:property|unit|flat)ref)(?:${WRITER}|${NOTIFIED}|${WHOSE}${WHICH}{0,2}${OTHERS}s?(?:(?:/|&|or|and)${WHICH}?${OTHERS}s?|/(?!applicant|tenant|renter|resident|occupa)[a-z]+)?#?\\d*)${PARTS}\\d*(?:\\(.*\\))?$`,
);

/** 'Tenant Name (2)', 'Applicant Number 10'. 'Tenants (2)' is more often a count. */
const NUMBERED = `${APPLICANT_NAME}(?:#|no|nr|number)?[([]?#?(?:[2-9]|1\\d)[)\\]]?`;
const STAFF =
	'(?:contactperson|consultant|rep(?:resentative)?|advis[eo]r|associate|coordinator|navigator|officer|staff(?:member)?)s?';

/** Names of columns that are another person's where their cells hold names. */
export const MAYBE_PERSON = new RegExp(`(?:^${NUMBERED}|${STAFF})(?:name)?$`);

/** Names of columns that go on about the person before them, whether the operation has such a field or not. */
export const MORE_OF_PERSON =
	/^(?:relation(?:ship)?(?:to.*)?|dateofbirth|dob|birthdate|birthday|age|ssn|company|title|(?:home|work|office|business)(?:phone|e?mail)(?:number)?|fax|(?:mailing|postal|street)?address\(.*\)|(?:mailing|postal|street|address)?(?:addr(?:ess)?(?:line)?\d?|street|city(?:\/town|,state(?:,zip(?:code)?)?)?|town|suburb|state(?:(?:or|\/)prov(?:ince)?)?|province(?:(?:or|\/)state)?|postal\/zip(?:code)?|zip\/postal(?:code)?|country|zip(?:code)?|post(?:al)?code))$/;

const THINGS =
	'(?:property|unit|building|apartment|house|neighbou?rhood|area|listing|(?<!candi)date|time(?:stamp)?|status|stage|source|type|plan|notes?|comments?)';
/** Names of columns about no person, though their cells may look like names: 'Elm House', 'In Progress'. */
export const THING = new RegExp(`^which${THINGS}|${THINGS}(?:name|ofinterest)?$`);

/** Whether a column is about an owner, who may have a tenant in the same row. An applicant's 'Landlord/Owner' is not. */
export function isOwner(name: string): boolean {
	return OTHER_PERSON.test(name) && name.includes('owner') && !name.includes('landlord');
}

/** Whether a sheet may hold that person's date of birth: none has an owner's, so a date behind 'Owner' is the applicant's. */
export function hasBirthday(name: string): boolean {
	return !new RegExp(WITHOUT_BIRTHDAY).test(name);
}

/** The names of columns that say what kind of person each row is about. */
export const KIND_OF_PERSON =
	/^(?:client|contact|customer|entity|lead|person|profile|record|user)?type$/;

/** Kinds of persons to whom no home is let. */
export const NO_TENANT =
	/^(?:association|property|rental)?(?:owner(?:ship)?|landlord|manager|vendor|creditor)s?$/;
