// The calls of the bot API, one after another.
import { callsOf } from '../calls';
import type { Description } from '../types';
import { CallSection } from './call-section';

/** The address that examples name. The server knows it; a description without one is read where it is. */
function originOf({ servers }: Description): string {
  const url = servers?.[0]?.url ?? '/';
  return url === '/' ? '' : url;
}

export function ApiReference({ description }: { description: Description }) {
  const origin = originOf(description);
  return callsOf(description).map((call) => <CallSection key={call.id} call={call} origin={origin} />);
}
