import { describe, expect, it } from 'vitest';
import { bareLines, pastedPoints, withLineMoved } from './bullets';

describe('bullets', () => {
  it.each(['•', '◦', '▪', '●', '‣', '·', '–', '-', '*'])('%s is no part of a point', (mark) => {
    expect(bareLines(`${mark} Silent\r\n\t${mark}\tLight\n${mark}\n${mark} ${mark} Twice`)).toEqual(['Silent', 'Light', 'Twice']);
  });

  it('leave minus signs and emphasis alone', () => expect(bareLines('-20 °C is no trouble\n**Very** quiet')).toEqual(['-20 °C is no trouble', '**Very** quiet']));

  it('are not needed', () => {
    expect(bareLines('Silent\n\n  Light  \n')).toEqual(['Silent', 'Light']);
    expect(bareLines('')).toEqual([]);
  });
});

describe('what is pasted', () => {
  it('becomes a point a line', () => expect(pastedPoints('• Quiet\r\n\r\n• Matte screen\r\n• Long battery life\r\n')).toBe('Quiet\nMatte screen\nLong battery life'));
  it('may be a part of a point', () => expect(pastedPoints(' and light')).toBe(' and light'));
});

it('moves a line up and down', () => {
  expect(withLineMoved('a\nb\nc', 0, 2)).toBe('b\nc\na');
  expect(withLineMoved('a\nb\nc', 2, 1)).toBe('a\nc\nb');
});
