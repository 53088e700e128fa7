import { describe, expect, it } from 'vitest';
import { addBullets, bareLines, bulleted } from './bullets';

describe('bullets', () => {
  it('stand before each line that is not empty', () => {
    expect(bulleted('Silent\n\n  Light  \n')).toBe('• Silent\n\n• Light\n');
  });

  it('are not doubled, and take the place of a writer’s own marks', () => {
    expect(bulleted('• Silent\n- Light\n* Cheap\n· Small\n– Neat\n• • Twice')).toBe('• Silent\n• Light\n• Cheap\n• Small\n• Neat\n• Twice');
    expect(bulleted(bulleted('a\nb'))).toBe(bulleted('a\nb'));
  });

  it('leave minus signs and emphasis alone', () => {
    expect(bareLines(bulleted('-20 °C is no trouble\n**Very** quiet'))).toEqual(['-20 °C is no trouble', '**Very** quiet']);
  });

  it('are taken off again', () => {
    expect(bareLines('• Silent\r\n•\n\n•  Light')).toEqual(['Silent', 'Light']);
    expect(bareLines('')).toEqual([]);
  });
});

describe('typing', () => {
  function type(value: string, caret: number) {
    const area = document.createElement('textarea');
    area.value = value;
    area.setSelectionRange(caret, caret);
    addBullets(area);
    return { value: area.value, caret: area.selectionStart };
  }

  it('adds the bullet at the first letter and keeps the caret behind it', () => {
    expect(type('S', 1)).toEqual({ value: '• S', caret: 3 });
    expect(type('• Silent\nL', 10)).toEqual({ value: '• Silent\n• L', caret: 12 });
  });

  it('leaves the caret in its line when lines below get theirs', () => {
    expect(type('ab\ncd\nef', 1)).toEqual({ value: '• ab\n• cd\n• ef', caret: 3 });
  });

  it('turns a dash into the bullet', () => {
    expect(type('- a', 3)).toEqual({ value: '• a', caret: 3 });
  });

  it('changes nothing where nothing is missing', () => {
    expect(type('• a\n\n• b', 3)).toEqual({ value: '• a\n\n• b', caret: 3 });
  });
});
