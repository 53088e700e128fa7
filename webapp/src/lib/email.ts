// Which email addresses are accepted. The server decides (isEmail in commands/input/rules.go); both pass the cases in email.cases.json.

/** The most bytes of an address. */
const most = 254;

const atom = String.raw`[^\p{White_Space}\p{Cc}()<>[\]:;@\\",.]+`;
const part = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const address = new RegExp(String.raw`^${atom}(?:\.${atom})*@(?:${atom}(?:\.${atom})+|localhost|\[${part}(?:\.${part}){3}\])$`, 'iu');

/** Reports whether the server accepts a text as an email address. */
export const isEmail = (text: string): boolean => address.test(text) && new TextEncoder().encode(text).length <= most;
