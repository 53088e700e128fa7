import { describe, expect, it } from 'vitest';
import { articleVideoOf, videoId, videoOf } from './video';

describe('video id', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://youtube.com/watch?t=3&v=a-b_c123456', 'a-b_c123456'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://youtu.be/tooshort', null],
    ['https://youtu.be/twelvecharss', null],
    ['https://example.com/watch?v=dQw4w9WgXcQ', null],
    ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', null],
    ['not a link', null],
  ])('%s has %s', (link, id) => expect(videoId(link)).toBe(id));
});

describe('video', () => {
  it('is a file when the link is not of a video site', () =>
    expect(videoOf('/media/a.mp4')).toEqual({ kind: 'file', url: '/media/a.mp4' }));
  it.each([null, '', 'javascript:alert(1)', '//evil.example/x', 'data:text/html,x'])('is nothing for %s', (link) =>
    expect(videoOf(link)).toBeNull(),
  );
});

describe('a player', () => {
  it.each([
    [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
    [
      'https://youtu.be/dQw4w9WgXcQ?t=90',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
    ],
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
    ],
    [
      'https://www.youtube.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftv',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftv&autoplay=1',
      'https://www.youtube.com/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftv',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1', 'https://vimeo.com/76979871'],
    [
      'https://vimeo.com/channels/staffpicks/76979871#t=1m',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1#t=60s',
      'https://vimeo.com/76979871#t=60s',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
    ],
  ])('%s is played at %s', (link, embed, page) => {
    expect(videoOf(link)).toEqual({ kind: 'site', host: new URL(embed).hostname.replace('www.', ''), embed, page });
    expect(articleVideoOf(link)).toEqual(videoOf(link));
  });
});

describe("a review's video", () => {
  it.each([
    ['https://cdn.example.com/talk.MP4?x=1', { kind: 'file', url: 'https://cdn.example.com/talk.MP4?x=1' }],
    ['https://www.dailymotion.com/video/x8k', { kind: 'link', url: 'https://www.dailymotion.com/video/x8k', host: 'www.dailymotion.com' }],
    ['https://www.youtube.com/@maker', { kind: 'link', url: 'https://www.youtube.com/@maker', host: 'www.youtube.com' }],
    [
      'https://www.youtube.com/embed/live_stream?channel=UC1',
      { kind: 'link', url: 'https://www.youtube.com/embed/live_stream?channel=UC1', host: 'www.youtube.com' },
    ],
    ['https://vimeo.com/event/4378922', { kind: 'link', url: 'https://vimeo.com/event/4378922', host: 'vimeo.com' }],
    ['https://vimeo.com/showcase/7008490', { kind: 'link', url: 'https://vimeo.com/showcase/7008490', host: 'vimeo.com' }],
    [
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      { kind: 'link', url: 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', host: 'youtube.com.evil.example' },
    ],
  ])('%s is %o', (link, video) => expect(videoOf(link)).toEqual(video));
});

describe("an article's video", () => {
  it.each([
    ['https://cdn.example.com/talk.MP4?x=1', { kind: 'file', url: 'https://cdn.example.com/talk.MP4?x=1' }],
    ['/media/a.mp4', { kind: 'file', url: '/media/a.mp4' }],
    ['https://player.example.com/video/7', { kind: 'page', url: 'https://player.example.com/video/7', host: 'player.example.com' }],
    ['https://', null],
    ['javascript:alert(1)', null],
  ])('%s is %o', (link, video) => expect(articleVideoOf(link)).toEqual(video));
});
