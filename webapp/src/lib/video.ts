// What a review's or article's video link is: a video of a video site, or a file.

export type Video = { kind: 'site'; id: string } | { kind: 'file'; url: string };

const idPattern = /^[A-Za-z0-9_-]{11}$/;

/** The 11-character id in a YouTube link (watch, short, embed, shorts, live), or null. */
export function videoId(link: string): string | null {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return null;
  }
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  let id: string | null | undefined = null;
  if (host === 'youtu.be') id = url.pathname.split('/')[1];
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const [, folder, name] = url.pathname.split('/');
    id = folder === 'watch' ? url.searchParams.get('v') : ['embed', 'shorts', 'live', 'v'].includes(folder ?? '') ? name : null;
  }
  return id && idPattern.test(id) ? id : null;
}

/** What to play for a link; null when it is none that a page may load. */
export function videoOf(link: string | null | undefined): Video | null {
  if (!link) return null;
  const id = videoId(link);
  if (id) return { kind: 'site', id };
  return /^(https?:\/\/|\/(?!\/))/i.test(link) ? { kind: 'file', url: link } : null;
}

/** The player's address, at the host that sets no cookie before the video plays. */
export function embedUrl(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`;
}
