// A review's or article's video. A video site's player is loaded only when the reader starts it: until then no other
// host is asked for anything. Files play in the browser's own player.
import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '@/lib/video';

interface Props {
  video: Video;
  title: string;
  credit?: string | null | undefined;
}

export function VideoPlayer({ video, title, credit }: Props) {
  return (
    <figure>
      {video.kind === 'site' ? (
        <FramedVideo src={video.embed} page={video.page} host={video.host} title={title} />
      ) : video.kind === 'page' ? (
        // A page that an editor has linked: it may play, but neither leave its frame nor open windows.
        <FramedVideo
          src={video.url}
          page={video.url}
          host={video.host}
          title={title}
          sandbox="allow-scripts allow-same-origin allow-presentation"
        />
      ) : video.kind === 'link' ? (
        <a
          href={video.url}
          target="_blank"
          rel="nofollow noopener noreferrer"
          className="inline-flex min-h-9 items-center gap-2 text-link pointer-coarse:min-h-control"
        >
          Watch the video at {video.host}
          <ExternalLink aria-hidden strokeWidth={1.75} className="size-4 shrink-0" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        // Captions come inside the file where its maker put them; there is no field for a separate track.
        // Nothing of it is loaded before it is started: it may lie on another host.
        <video controls preload="none" src={video.url} className="aspect-video w-full rounded-sm bg-sunken" />
      )}
      {credit ? <figcaption className="mt-2 text-caption text-muted">Video Credit: {credit}</figcaption> : null}
    </figure>
  );
}

interface FramedProps {
  src: string;
  /** Where the video is watched without JavaScript. */
  page: string;
  /** Whom the reader's browser will ask. */
  host: string;
  title: string;
  sandbox?: string;
}

function FramedVideo({ src, page, host, title, sandbox }: FramedProps) {
  const [started, setStarted] = useState(false);
  if (started) {
    return (
      <iframe
        src={src}
        title={title}
        sandbox={sandbox}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video w-full rounded-sm border-0 bg-sunken"
      />
    );
  }
  return (
    <>
      <button
        type="button"
        data-needs-script
        onClick={() => setStarted(true)}
        className="group grid aspect-video w-full place-items-center rounded-sm border border-rule bg-sunken text-secondary hover:text-primary"
      >
        <span className="flex flex-col items-center gap-3 p-4 text-center">
          <span className="grid size-16 place-items-center rounded-full border border-control bg-raised">
            <Play aria-hidden strokeWidth={1.75} className="size-6 translate-x-0.5" />
          </span>
          <span className="font-semibold">Play video</span>
          <span className="max-w-80 text-caption [overflow-wrap:anywhere]">
            Loads a player from {host}, which will then see your IP address.
          </span>
        </span>
      </button>
      <noscript>
        <a href={page} rel="noopener noreferrer" className="text-link">
          Watch the video at {new URL(page).host}
        </a>
      </noscript>
    </>
  );
}
