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
  it('is a file when the link is not of a video site', () => expect(videoOf('/media/a.mp4')).toEqual({ kind: 'file', url: '/media/a.mp4' }));
  it.each([null, '', 'javascript:alert(1)', '//evil.example/x', 'data:text/html,x'])('is nothing for %s', (link) => expect(videoOf(link)).toBeNull());
});

describe("an article's video", () => {
  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', { kind: 'site', id: 'dQw4w9WgXcQ' }],
    ['https://cdn.example.com/talk.MP4?x=1', { kind: 'file', url: 'https://cdn.example.com/talk.MP4?x=1' }],
    ['/media/a.mp4', { kind: 'file', url: '/media/a.mp4' }],
    ['https://player.example.com/video/7', { kind: 'page', url: 'https://player.example.com/video/7', host: 'player.example.com' }],
    ['https://', null],
    ['javascript:alert(1)', null],
  ])('%s is %o', (link, video) => expect(articleVideoOf(link)).toEqual(video));
});
