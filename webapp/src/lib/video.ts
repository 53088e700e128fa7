// Tells the kinds of video links apart: a video of a video site, a file, or another site's page with a player.

export type Video = { kind: 'site'; id: string } | { kind: 'file'; url: string } | { kind: 'page'; url: string; host: string };

const idPattern = /^[A-Za-z0-9_-]{11}$/;

/** The 11-character id in a YouTube link (watch, short, embed, shorts, live), or null. */
export function videoId(link: string): string | null {
  const url = parsed(link);
  if (!url) return null;
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

const file = /\.(mp4|m4v|webm|ogv|ogg|mov|mpe?g|m3u8)$/i;

/** The same for articles, whose links to anything but a file are pages that bring their own player (spec section 2). */
export function articleVideoOf(link: string | null | undefined): Video | null {
  const video = videoOf(link);
  if (video?.kind !== 'file' || !/^https:\/\//i.test(video.url)) return video;
  const url = parsed(video.url);
  if (!url) return null;
  return file.test(url.pathname) ? video : { kind: 'page', url: url.href, host: url.host };
}

/** The player's address, at the host that sets no cookie before the video plays. */
export function embedUrl(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`;
}

function parsed(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
