// Tells the kinds of video links apart: a video site's player, a file, another site's page with a player, or one that is only linked.

/** embed is the player's address, at a host that sets no cookie before the video plays; page is where the video is watched without it. */
export type Video =
  | { kind: 'site'; host: string; embed: string; page: string }
  | { kind: 'file'; url: string }
  | { kind: 'page' | 'link'; url: string; host: string };

const idPattern = /^[A-Za-z0-9_-]{11}$/;
/** What looks like a video's id in an address, and is a playlist or whatever a channel broadcasts at the time. */
const noVideos = ['videoseries', 'live_stream'];
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
    id =
      folder === 'watch'
        ? url.searchParams.get('v')
        : ['embed', 'shorts', 'live', 'v'].includes(folder ?? '') && !noVideos.includes(name ?? '')
          ? name
          : null;
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
  const made = (embed: string, page: string): Video => ({
    kind: 'site',
    host: 'youtube-nocookie.com',
    embed: `https://www.youtube-nocookie.com/embed/${embed}`,
    page: `https://www.youtube.com/${page}`,
  });
  if (id) return made(`${id}?autoplay=1${start ? `&start=${start}` : ''}`, `watch?v=${id}${start ? `&t=${start}s` : ''}`);
  const list = url.searchParams.get('list') ?? '';
  return isYouTube(hostOf(url)) && listPattern.test(list) ? made(`videoseries?list=${list}&autoplay=1`, `playlist?list=${list}`) : null;
}

/** The player of a link to Vimeo; an unlisted video has a key after its number. */
function vimeo(url: URL): Video | null {
  const host = hostOf(url);
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  if (/^\/(event|showcase|album)\/\d+\/?(embed)?$/.test(url.pathname)) return null; // numbers of something else than a video
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

/** A video site's player, or what may be a file; null for what no page may load. */
function siteOrFile(link: string | null | undefined): Video | null {
  if (!link) return null;
  const url = parsed(link);
  const site = url ? (youTube(link, url) ?? vimeo(url)) : null;
  if (site) return site;
  return (url && /^https?:\/\//i.test(link)) || /^\/(?!\/)/.test(link) ? { kind: 'file', url: link } : null;
}

const file = /\.(mp4|m4v|webm|ogv|ogg|mov|mpe?g|m3u8)$/i;

/** What to play for a review's link. What is neither on a video site, nor a file by its name, nor the site's own is only linked. */
export function videoOf(link: string | null | undefined): Video | null {
  const video = siteOrFile(link);
  const url = video?.kind === 'file' ? parsed(video.url) : null; // null for a file of the site's own
  return url && !file.test(url.pathname) ? { kind: 'link', url: url.href, host: url.host } : video;
}

/** The same for articles, whose links to other pages are shown in a frame: they bring their own player (spec section 2). */
export function articleVideoOf(link: string | null | undefined): Video | null {
  const video = videoOf(link);
  if (video?.kind !== 'link') return video;
  return video.url.startsWith('https://') ? { ...video, kind: 'page' } : { kind: 'file', url: video.url };
}

function parsed(link: string): URL | null {
  try {
    return new URL(link);
  } catch {
    return null;
  }
}
