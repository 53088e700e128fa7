// Tells the kinds of video links apart: a video site's player, a file, or another site's page with a player.

/** embed is the player's address, at a host that sets no cookie before the video plays; page is where the video is watched without it. */
export type Video = { kind: 'site'; host: string; embed: string; page: string } | { kind: 'file'; url: string } | { kind: 'page'; url: string; host: string };

const idPattern = /^[A-Za-z0-9_-]{11}$/;
const listPattern = /^[A-Za-z0-9_-]{10,64}$/;

/** The 11-character id in a YouTube link (watch, short, embed, shorts, live), or null. */
export function videoId(link: string): string | null {
  const url = parsed(link);
  if (!url) return null;
  const host = hostOf(url);
  let id: string | null | undefined = null;
  if (host === 'youtu.be') id = url.pathname.split('/')[1];
  else if (isYouTube(host)) {
    const [, folder, name] = url.pathname.split('/');
    id = folder === 'watch' ? url.searchParams.get('v') : ['embed', 'shorts', 'live', 'v'].includes(folder ?? '') && name !== 'videoseries' ? name : null;
  }
  return id && idPattern.test(id) ? id : null;
}

const hostOf = (url: URL) => url.hostname.replace(/^(www|m|music)\./, '');
const isYouTube = (host: string) => host === 'youtube.com' || host === 'youtube-nocookie.com';

/** The second at which a link starts its video: `t=90`, `t=1m30s`, `start=90`, `#t=90s`. */
function startOf(url: URL): number {
  const text = url.searchParams.get('t') ?? url.searchParams.get('start') ?? /^#t=(.*)$/.exec(url.hash)?.[1] ?? '';
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The player of a link to YouTube: of a video, or of a playlist. */
function youTube(link: string, url: URL): Video | null {
  const id = videoId(link);
  const start = startOf(url);
  const made = (embed: string, page: string): Video => ({ kind: 'site', host: 'youtube-nocookie.com', embed: `https://www.youtube-nocookie.com/embed/${embed}`, page: `https://www.youtube.com/${page}` });
  if (id) return made(`${id}?autoplay=1${start ? `&start=${start}` : ''}`, `watch?v=${id}${start ? `&t=${start}s` : ''}`);
  const list = url.searchParams.get('list') ?? '';
  return isYouTube(hostOf(url)) && listPattern.test(list) ? made(`videoseries?list=${list}&autoplay=1`, `playlist?list=${list}`) : null;
}

/** The player of a link to Vimeo; an unlisted video has a key after its number. */
function vimeo(url: URL): Video | null {
  const host = hostOf(url);
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const [, id, path] = /\/(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(url.pathname) ?? [];
  if (!id) return null;
  const key = path ?? /^[0-9a-f]{6,20}$/.exec(url.searchParams.get('h') ?? '')?.[0];
  const time = startOf(url) ? `#t=${startOf(url)}s` : '';
  return {
    kind: 'site',
    host: 'player.vimeo.com',
    embed: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${key ? `&h=${key}` : ''}${time}`,
    page: `https://vimeo.com/${id}${key ? `/${key}` : ''}${time}`,
  };
}

/** What to play for a link; null when it is none that a page may load. */
export function videoOf(link: string | null | undefined): Video | null {
  if (!link) return null;
  const url = parsed(link);
  const site = url ? (youTube(link, url) ?? vimeo(url)) : null;
  if (site) return site;
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

function parsed(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
