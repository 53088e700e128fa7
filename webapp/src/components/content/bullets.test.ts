import { describe, expect, it } from 'vitest';
import { bareLines, pastedPoints, withLineMoved } from './bullets';

describe('bullets', () => {
  it.each(['•', '◦', '▪', '●', '‣', '·', '–', '-', '*'])('%s is no part of a point', (mark) => {
    expect(bareLines(`${mark} Silent\r\n\t${mark}\tLight\n${mark}\n${mark} ${mark} Twice`)).toEqual(['Silent', 'Light', 'Twice']);
  });

  it('leave minus signs and emphasis alone', () =>
    expect(bareLines('-20 °C is no trouble\n**Very** quiet')).toEqual(['-20 °C is no trouble', '**Very** quiet']));

  it('are not needed', () => {
    expect(bareLines('Silent\n\n  Light  \n')).toEqual(['Silent', 'Light']);
    expect(bareLines('')).toEqual([]);
  });
});

describe('what is pasted', () => {
  it.each(['✓ ', '✔️ ', '○ ', '➢\t', '+ ', '− ', '— ', '・', '\uf0b7\t', 'o\t', '§\t'])('has no %j before its points', (mark) =>
    expect(pastedPoints(`${mark}Quiet\n${mark}Light`)).toBe('Quiet\nLight'),
  );
  it('has no numbers before its points, if they are those of a list', () => {
    expect(pastedPoints('1. Quiet\n  2. Light\n3. Warm')).toBe('Quiet\nLight\nWarm');
    expect(pastedPoints('4) Quiet\n5) Light')).toBe('Quiet\nLight');
    expect(pastedPoints('2. gear is short\n10. gear is long')).toBe('2. gear is short\n10. gear is long');
    expect(pastedPoints('+5 dB headroom\nof ten')).toBe('+5 dB headroom\nof ten');
  });
  it('becomes a point a line', () =>
    expect(pastedPoints('• Quiet\r\n\r\n• Matte screen\r\n• Long battery life\r\n')).toBe('Quiet\nMatte screen\nLong battery life'));
  it('may be a part of a point', () => expect(pastedPoints(' and light')).toBe(' and light'));
});

it('moves a line up and down', () => {
  expect(withLineMoved('a\nb\nc', 0, 2)).toBe('b\nc\na');
  expect(withLineMoved('a\nb\nc', 2, 1)).toBe('a\nc\nb');
});
