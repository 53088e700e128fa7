// The part of an address that page views record: the path and the campaign. The rest of a query may identify a person.

/** The parameters that are sent and stored; the server has the same list. */
const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** The address without its fragment, and without its query but for the parameters of a campaign. */
export function trackedAddress(address: string): string {
  const [whole = ''] = address.split('#', 1);
  const mark = whole.indexOf('?');
  if (mark < 0) return whole;
  const kept = whole
    .slice(mark + 1)
    .split('&')
    .filter((parameter) => {
      const [name = ''] = parameter.split('=', 1);
      return campaignParameters.includes(name.toLowerCase());
    });
  return kept.length === 0 ? whole.slice(0, mark) : `${whole.slice(0, mark)}?${kept.join('&')}`;
}
