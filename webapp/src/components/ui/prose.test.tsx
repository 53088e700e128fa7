import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Difference } from '../corrections/change-list';
import { Prose } from './prose';

it('shows the HTML as it is', () => {
  render(
    <Prose
      id="text"
      className="text-body"
      html={'<h2 id="text-a">A</h2>\n<p>&lt;b&gt; <a href="https://a.example" rel="nofollow noopener">b</a></p>\n'}
    />,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'A' }).id).toBe('text-a');
  expect(screen.getByText(/<b>/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'b' }).getAttribute('rel')).toBe('nofollow noopener');
  expect(document.getElementById('text')?.className).toContain('text-body');
});

it('puts tables and code into frames that the keyboard reaches', () => {
  render(
    <Prose
      html={'<table>\n<tr>\n<td>1</td>\n</tr>\n</table>\n<pre><code class="language-go">&lt;table&gt;\n</code></pre>\n<p>after</p>\n'}
    />,
  );
  const table = screen.getByRole('group', { name: 'Table' });
  const code = screen.getByRole('group', { name: 'Code' });
  expect(table.tabIndex).toBe(0);
  expect(table.contains(screen.getByRole('table'))).toBe(true);
  expect(code.textContent).toBe('<table>\n');
  expect(screen.getAllByRole('group')).toHaveLength(2);
  expect(screen.getByText('after').closest('[role=group]')).toBeNull();
});

it('has frames for the tables of differences, too', () => {
  render(
    <Difference html={'<div class="diff"><table dir="auto" class="diff-added"><tr><td>1</td></tr></table><pre dir="auto">a</pre></div>'} />,
  );
  const table = screen.getByRole('group', { name: 'Table' });
  expect(table.tabIndex).toBe(0);
  expect(table.contains(screen.getByRole('table'))).toBe(true);
  expect(screen.getAllByRole('group')).toHaveLength(1); // its code is wrapped
});
