// The link that answers a message: a mail with its subject and its text quoted.
import { fullDate } from '@/components/ui/time-ago';
import type { Message } from '@/lib/api-types';

/** The most characters of the message that a reply quotes: mail programs cut longer links somewhere. */
const mostQuoted = 1500;

export function replyLink({
  name,
  email,
  subject,
  message,
  createdAt,
}: Pick<Message, 'name' | 'email' | 'subject' | 'message' | 'createdAt'>): string {
  const characters = Array.from(message);
  const quoted = characters.length > mostQuoted ? `${characters.slice(0, mostQuoted).join('')} […]` : message;
  const body = `\r\n\r\nOn ${fullDate(createdAt)}, ${name} wrote:\r\n${quoted
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n')}`;
  const title = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  // The address is encoded too, so that nothing in it can become a header of the mail.
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
}
