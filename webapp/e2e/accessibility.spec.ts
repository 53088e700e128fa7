// Every screen and dialog, audited once by axe (WCAG 2.2 AA) and checked for sideways scrolling. A row says at which width and in which
// theme; make test audits the rows that are made of parts of their own, make nightly all of them.
import type { APIRequestContext, Page } from '@playwright/test';
import { change, chooseInAccount, editor, make, noise, openList, reviewFields, signIn, storePicture, unique, type Item } from './editing';
import { expect, interactive, isNightly, overflow, test, violations, visit } from './fixtures';

type Width = 390 | 820 | 1440;
type Look = `${Width} ${'light' | 'dark'}`;

interface Row {
  name: string;
  looks: Look[];
  /** Audited by make nightly alone: its parts are those of other rows. */
  nightly?: true;
  /** An address, or what leads to the screen in a window of the first look. */
  open: string | (() => Promise<unknown>);
}

/**
 * Opens each row's screen in the one page, and audits it in each look. One that fails is named, and the others are audited all the same.
 */
async function audit(page: Page, rows: Row[]): Promise<void> {
  for (const { name, looks, open } of rows.filter((row) => isNightly || !row.nightly)) {
    await test.step(name, async () => {
      for (const [i, look] of looks.entries()) {
        const [width = '', theme = ''] = look.split(' ');
        await page.setViewportSize({ width: Number(width), height: 900 });
        await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
        if (i === 0) await (typeof open === 'string' ? page.goto(open) : open());
        await expect(page.locator('html')).toHaveClass(theme);
        await expect(page.locator('h1')).not.toHaveCount(0);
        expect.soft(await violations(page), `${name}, ${look}`).toEqual([]);
        expect.soft(await overflow(page), `${name}, ${look}: pixels to the side`).toBeLessThanOrEqual(0);
      }
    });
  }
}

const unbreakable = 'Unbreakable'.repeat(12);

const content = [
  '# Battery life',
  `It runs for **two days**, as [the maker](https://maker.example/battery) says. ${'Few read so many words in one sitting. '.repeat(60)}`,
  '## Measured',
  '| Test | Hours | Minutes | Percent of the claim | Brightness in the middle of the lamp | Temperature of the housing |',
  '|---|--:|--:|--:|--:|--:|',
  '| Reading | 12 | 720 | 96 | 410 | 31 |',
  '',
  '- It charges from any cable.\n- It stays `quiet`.\n\n> A lamp for two.\n',
  `\`\`\`\ncharge --until ${'full '.repeat(40)}\n\`\`\``,
].join('\n');

/** A published review of unkind content: long words, wide parts, prices that changed, a video and a correction. */
async function unkind(request: APIRequestContext): Promise<Item> {
  const fields = {
    ...reviewFields(unique(`Long ${unbreakable}`)),
    content,
    verdict: content,
    pros: [`x${unbreakable}`],
    cons: [],
    tags: ['quiet', 'l'.repeat(60)],
  };
  const shown = {
    productPrice: 84_500,
    productPriceMax: 99_999,
    videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    aliexpressLink: 'https://shop.example/item',
  };
  const item = await make(request, 'reviews', { ...fields, ...shown, rating: 4.6 });
  await change(request, 'reviews', item.id, { rating: 4, productPrice: 79_000, correction: 'We had timed another lamp.' });
  await change(request, 'reviews', item.id, { content: `${content}\n\nMore.`, update: 'It grew.' });
  return item;
}

/** Lets a call wait for ever, or answers it with a failure, and moves on to the screen that makes it. */
async function visitWith(page: Page, path: string, call: string, answer: 'waits' | 'fails'): Promise<void> {
  await page.goto('/about');
  await interactive(page);
  await page.route(call, (route) =>
    answer === 'fails' ? route.fulfill({ status: 503, json: { message: 'away' } }) : new Promise(() => undefined),
  );
  await visit(page, path);
}

test('what readers read', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await signIn(page);
  const { id } = await unkind(page.request);
  const { versions } = (await (await page.request.get(`/api/reviews/${id}/history`)).json()) as { versions: { revision: number }[] };
  await page.request.post('/api/admin/authors', {
    data: {
      name: 'Ada Editor',
      text: 'Tests *lamps*.',
      links: [{ label: 'Notes', url: 'https://example.com/ada' }],
      disclosure: 'Owns a lamp.',
    },
  });
  await audit(page, [
    { name: 'home', looks: ['1440 light', '390 dark'], open: '/' },
    { name: 'all reviews, narrowed', nightly: true, looks: ['390 dark'], open: '/reviews?minScore=4&sort=score' },
    { name: 'a long review', looks: ['1440 dark', '390 light'], open: '/reviews/14' },
    { name: 'a review of unkind content', looks: ['390 light'], open: `/reviews/${id}` },
    {
      name: 'the history of a review, with a proof',
      looks: ['390 dark'],
      open: async () => {
        await page.goto(`/reviews/${id}/history`);
        await interactive(page);
        await page.getByText('Proof', { exact: true }).first().click();
        await page.evaluate(() => scrollTo(0, 0)); // nothing lies half under the header
      },
    },
    { name: 'an earlier version', nightly: true, looks: ['820 dark'], open: `/reviews/${id}/history/${versions.at(-1)?.revision}` },
    { name: 'articles', nightly: true, looks: ['390 dark'], open: '/tech-articles' },
    { name: 'an article', looks: ['1440 dark'], open: '/tech-articles/1' },
    { name: 'a search', looks: ['820 light'], open: '/reviews?search=quiet+laptop+tires+robot' },
    { name: 'an author', nightly: true, looks: ['820 light'], open: '/authors/ada-editor' },
    { name: 'a comparison', looks: ['390 light'], open: '/compare?reviews=14,5,10,2' },
    { name: 'corrections', nightly: true, looks: ['390 light'], open: '/corrections' },
    { name: 'office tools', nightly: true, looks: ['820 dark'], open: '/office-tools' },
    { name: 'a page of text', nightly: true, looks: ['390 light'], open: '/terms' },
    { name: 'the documentation', nightly: true, looks: ['390 dark'], open: '/docs' },
    { name: 'what is missing', nightly: true, looks: ['820 light'], open: '/nowhere' },
    { name: 'the sign-in', looks: ['390 dark'], open: '/admin-login?to=/reviews' },
  ]);
});

test('what opens for readers, loads and fails', async ({ page, expectComplaint }) => {
  expectComplaint(/status of (404|503)|ERR_INTERNET_DISCONNECTED/);
  await audit(page, [
    {
      name: 'the menu',
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/');
        await interactive(page);
        await page.getByRole('button', { name: 'Open menu' }).click();
      },
    },
    {
      name: 'suggestions',
      nightly: true,
      looks: ['390 light'],
      open: async () => {
        await page.goto('/about');
        await interactive(page);
        await page.getByRole('button', { name: 'Open search' }).click();
        await page.getByRole('combobox', { name: 'Search Candor' }).pressSequentially('tarn');
        await expect(page.getByRole('option', { name: 'Tarnholt', exact: true })).toBeVisible();
      },
    },
    {
      name: 'filters, and the tray of products to compare',
      looks: ['390 light'],
      open: async () => {
        await page.goto('/reviews');
        await interactive(page);
        for (const i of [0, 1])
          await page
            .getByRole('button', { name: /^Compare / })
            .nth(i)
            .click();
        await expect(page.getByRole('region', { name: 'Products to compare' })).toBeVisible();
        await page.getByRole('button', { name: 'Filters' }).click();
        await expect(page.getByRole('group', { name: 'Filters' })).toBeVisible();
      },
    },
    {
      name: 'the lightbox',
      looks: ['820 light'],
      open: async () => {
        await page.goto('/reviews/1');
        await interactive(page);
        await page.getByRole('button', { name: 'Enlarge image 1' }).click();
        await expect(page.getByRole('dialog')).toHaveAccessibleName(/^Image 1/);
      },
    },
    {
      name: 'errors of a form, and a toast',
      looks: ['390 dark'],
      open: async () => {
        await page.route('**/api/contact', (route) => route.fulfill({ status: 503, json: { message: 'away' } }));
        await page.goto('/contact');
        await interactive(page);
        for (const [label, text] of [
          ['Full Name', 'Ada'],
          ['Email Address', 'ada@example.org'],
          ['Subject', 'A slip'],
          ['Message', 'On page three.'],
        ] as const)
          await page.getByLabel(label).fill(text);
        await page.getByRole('button', { name: 'Send Message' }).click();
        await expect(page.locator('[data-variant=destructive]')).toBeVisible();
        await page.getByLabel('Email Address').fill('ada');
        await page.getByRole('button', { name: 'Send Message' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'Please enter a valid email address.' })).toBeVisible();
      },
    },
    {
      name: 'a list that loads',
      nightly: true,
      looks: ['1440 dark'],
      open: async () => {
        await visitWith(page, '/category/gadgets', '**/api/reviews?*', 'waits');
        await expect(page.getByRole('status', { name: 'Loading reviews...' })).toBeVisible();
      },
    },
    {
      name: 'an article that could not be loaded',
      nightly: true,
      looks: ['390 light'],
      open: async () => {
        await visitWith(page, '/tech-articles/1', '**/api/news/1', 'fails');
        await expect(page.getByRole('alert')).toContainText('could not be loaded');
      },
    },
    {
      name: 'a link that is pressed offline',
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/terms');
        await interactive(page);
        await page.context().setOffline(true);
        await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
        await expect(page.getByRole('alert').filter({ hasText: "You're offline" })).toBeVisible();
      },
    },
  ]);
});

test('the dashboard', async ({ page }) => {
  await signIn(page);
  const word = unique('Wide');
  const { id } = await unkind(page.request);
  const gone = await make(page.request, 'news', { title: `${word} ${unbreakable}`, content, category: 'AI', authorName: 'Ada' });
  expect((await page.request.delete(`/api/news/${gone.id}`)).status()).toBe(204);
  await make(page.request, 'news', { title: `${word} ${unbreakable}`, content, category: 'AI', authorName: 'Ada' });
  expect(
    (await page.request.post('/api/admin/drafts', { data: { kind: 'review', fields: { title: `Begun ${unbreakable}` } } })).status(),
  ).toBe(201);
  const message = {
    name: 'N'.repeat(200),
    email: `${'x'.repeat(60)}@${'y'.repeat(50)}.example.org`,
    subject: `${word} ${'S'.repeat(200)}`,
    message: 'W'.repeat(500),
  };
  expect((await page.request.post('/api/contact', { data: message })).status()).toBe(201);
  expect(
    (
      await page.request.post('/api/admin/api-keys', {
        data: { name: word.padEnd(200, 'K'), permissions: ['create_reviews', 'create_news', 'create_categories'] },
      })
    ).status(),
  ).toBe(201);
  await storePicture(page.request, `${word}.png`, await noise(page));
  await audit(page, [
    {
      name: 'reviews, some selected',
      looks: ['1440 light'],
      open: async () => {
        await page.goto('/admin/reviews');
        await page.getByRole('checkbox', { name: 'Select all reviews on this page' }).click();
        await expect(page.getByRole('region', { name: 'This week' }).getByRole('img', { name: /^Views per day: / })).toBeVisible();
      },
    },
    {
      name: 'the filters, the drafts and the week on a phone',
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/admin/reviews');
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('button', { name: /^\d+ new drafts?$/ }).click();
        await page.getByRole('region', { name: 'This week' }).locator('summary').click();
      },
    },
    {
      name: 'deleted articles',
      nightly: true,
      looks: ['820 light'],
      open: async () => {
        await page.goto(`/admin/articles?status=deleted&search=${encodeURIComponent(word)}`);
        await expect(page.getByRole('list', { name: 'Deleted articles' })).toBeVisible();
      },
    },
    { name: 'media', looks: ['1440 light'], open: `/admin/media?search=${encodeURIComponent(word)}` },
    { name: 'messages', looks: ['390 dark'], open: `/admin/messages?search=${encodeURIComponent(word)}` },
    {
      name: 'analytics, as a chart',
      looks: ['1440 light'],
      open: async () => {
        await page.goto('/admin/analytics');
        await expect(page.locator('.recharts-surface').first()).toBeVisible();
      },
    },
    {
      name: 'analytics, as a table',
      nightly: true,
      looks: ['820 dark'],
      open: async () => {
        await page.goto('/admin/analytics?view=table&range=24h');
        await expect(page.getByRole('region', { name: /^Views and visitors/ })).toBeVisible();
      },
    },
    { name: 'API keys', looks: ['390 light'], open: '/admin/api' },
    {
      name: 'actions, and the proof of history',
      looks: ['1440 dark'],
      open: async () => {
        await page.goto('/admin/activity');
        await page.getByText('Proof of history').click();
        await expect(page.getByRole('link', { name: 'Download checkpoint' })).toBeVisible();
      },
    },
    {
      name: 'the audit trail',
      nightly: true,
      looks: ['820 light'],
      open: async () => {
        await page.goto(`/admin/activity?view=trail&item=review-${id}`);
        await page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first().getByRole('button').first().click();
      },
    },
    {
      name: 'the site’s settings, with errors',
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/admin/settings/site');
        await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#ffeb3b');
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unbreakable);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Name must be at most 60 characters')).toBeVisible();
      },
    },
    {
      name: 'the time zones',
      nightly: true,
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/admin/settings/site');
        await page.getByRole('combobox', { name: 'Time zone' }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
    },
    { name: 'the navigation', nightly: true, looks: ['820 light'], open: '/admin/settings/navigation' },
    { name: 'the publication', nightly: true, looks: ['390 dark'], open: '/admin/settings/publication' },
    { name: 'the settings of privacy', looks: ['1440 light'], open: '/admin/settings/privacy' },
    {
      name: 'the history of settings',
      nightly: true,
      looks: ['390 light'],
      open: async () => {
        await page.goto('/admin/settings/publication?history=0');
        await expect(page.getByRole('dialog')).toContainText('Corrections policy');
      },
    },
    { name: 'authors', nightly: true, looks: ['390 dark'], open: '/admin/settings/authors' },
    { name: 'categories', looks: ['1440 light'], open: '/admin/settings/categories' },
  ]);
});

test('the editors', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 4(04|12)|ERR_INTERNET_DISCONNECTED/);
  await signIn(page);
  const { id, revision } = await unkind(page.request);
  const article = await make(page.request, 'news', {
    title: unique('A long article'),
    excerpt: 'x'.repeat(300),
    content,
    category: 'AI',
    authorName: 'Ada',
    isPublished: true,
  });
  const asked = await make(page.request, 'reviews', reviewFields(unique('Asked about')));
  await page.request.put(`/api/admin/reviews/${id}/draft`, {
    data: { base: revision, fields: { authorName: 'Cy', verdict: 'Drafted' }, was: { authorName: 'Ada Editor', verdict: content } },
  });
  await change(page.request, 'reviews', id, { authorName: 'Bo', typo: true });
  const dialog = page.getByRole('dialog').first();
  const edit = async (path: string, first: string) => {
    await page.goto(`/admin/${path}`);
    await editor(page, first);
  };
  const showDetails = async () => {
    const details = dialog.getByRole('button', { name: 'Details' }); // the browser remembers how it was left
    if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
  };
  let preview = '';
  await audit(page, [
    {
      name: 'a review with a conflict, beside its page',
      looks: ['1440 light', '390 dark'],
      open: async () => {
        await edit(`reviews/${id}/edit`, 'Review Title');
        await expect(dialog.getByRole('region', { name: /^Saved in another tab/ })).toBeVisible();
      },
    },
    {
      name: 'a new review with its errors',
      looks: ['390 dark'],
      open: async () => {
        await edit('reviews/new', 'Review Title');
        await dialog.getByRole('button', { name: 'Create Review' }).click();
        await expect(dialog.getByText('Review Content is required')).toBeVisible();
      },
    },
    {
      name: 'the publishing of an article',
      nightly: true,
      looks: ['390 light'],
      open: async () => {
        await edit(`articles/${article.id}/edit`, 'Title');
        await dialog.getByRole('button', { name: 'Publish…' }).click();
        await expect(page.getByRole('list', { name: 'Checklist' })).toBeVisible();
      },
    },
    {
      name: 'an article, its preview and a preview link',
      looks: ['820 light'],
      open: async () => {
        await edit(`articles/${article.id}/edit`, 'Title');
        await showDetails();
        await dialog.getByRole('button', { name: 'Create preview link' }).click();
        preview = await dialog.getByRole('region', { name: 'Preview links' }).getByRole('textbox').inputValue();
        await dialog.getByRole('tab', { name: 'Preview' }).click();
        await expect(dialog.getByRole('heading', { level: 1 })).toBeVisible();
      },
    },
    { name: 'the page behind the link', nightly: true, looks: ['390 light'], open: () => page.goto(preview) },
    {
      name: 'the question what a change is',
      looks: ['390 dark'],
      open: async () => {
        await edit(`reviews/${asked.id}/edit`, 'Review Title');
        await dialog.getByRole('textbox', { name: 'Verdict' }).fill('Changed');
        await dialog.getByRole('button', { name: 'Update Review' }).click();
        await page.getByRole('dialog', { name: 'What kind of change is this?' }).getByRole('radio', { name: 'Correction' }).check();
      },
    },
    {
      name: 'a page, and the search in its text',
      nightly: true,
      looks: ['820 dark'],
      open: async () => {
        await edit('pages/new', 'Title');
        await dialog.getByRole('textbox', { name: 'Content' }).click();
        await page.keyboard.press('ControlOrMeta+f');
        await expect(dialog.getByRole('textbox', { name: 'Find' })).toBeFocused();
      },
    },
    {
      name: 'the picker of images',
      looks: ['820 dark'],
      open: async () => {
        await edit('reviews/new', 'Review Title');
        await showDetails();
        await dialog.getByRole('button', { name: 'Choose image' }).click();
        await expect(page.getByRole('dialog', { name: 'Product Image' }).getByRole('list', { name: 'Images' })).toBeVisible();
      },
    },
    {
      name: 'the question before leaving',
      nightly: true,
      looks: ['390 dark'],
      open: async () => {
        await edit('pages/new', 'Title');
        await page.context().setOffline(true);
        await dialog.getByLabel('Title', { exact: true }).fill('Typed in a tunnel');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
  ]);
  await page.context().setOffline(false);
});

test('the dialogs of the dashboard', async ({ page, request }) => {
  await signIn(page);
  const { id } = await unkind(page.request);
  const word = unique('Dialog');
  const key = (await (
    await page.request.post('/api/admin/api-keys', { data: { name: word, permissions: ['create_reviews'] } })
  ).json()) as { apiKey: string };
  expect(
    (
      await request.post('/api/bot/reviews', { data: reviewFields(`${word} ${unbreakable}`), headers: { 'X-API-Key': key.apiKey } })
    ).status(),
  ).toBe(200);
  expect(
    (
      await page.request.post('/api/contact', { data: { name: 'Ada', email: 'ada@example.org', subject: word, message: 'W'.repeat(500) } })
    ).status(),
  ).toBe(201);
  const picture = await storePicture(page.request, `${word}.png`, await noise(page));
  const press = async (path: string, name: string | RegExp) => {
    await page.goto(path);
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .first()
      .click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  };
  const history = page.getByRole('dialog', { name: 'History of this review' });
  await audit(page, [
    {
      name: 'an item’s menu',
      looks: ['390 light'],
      open: async () => {
        await openList(page, 'reviews', word);
        await page.getByRole('button', { name: new RegExp(`^Actions for ${word}`) }).click();
      },
    },
    {
      name: 'the question before deleting',
      nightly: true,
      looks: ['1440 dark'],
      open: () => press(`/admin/reviews?search=${encodeURIComponent(word)}`, /^Delete Dialog/),
    },
    { name: 'JSON input', nightly: true, looks: ['820 light'], open: () => press('/admin/reviews', 'JSON Input') },
    {
      name: 'the history of an item',
      looks: ['1440 dark'],
      open: async () => {
        await page.goto(`/admin/reviews?history=${id}`);
        await history
          .getByRole('button', { name: /^Edited Review Content/ })
          .first()
          .click();
        await expect(history.locator('ins').first()).toBeVisible();
      },
    },
    {
      name: 'the question before restoring',
      looks: ['390 dark'],
      open: async () => {
        await page.goto(`/admin/reviews?history=${id}`);
        await history.getByRole('list', { name: 'Revisions, newest first' }).getByRole('button').last().click();
        await history.getByRole('button', { name: 'Restore this revision' }).click();
        await page.getByRole('alertdialog').getByRole('radio', { name: 'Correction' }).check();
      },
    },
    {
      name: 'the question before withholding',
      nightly: true,
      looks: ['820 light'],
      open: async () => {
        await page.goto(`/admin/reviews?history=${id}`);
        await history.getByRole('button', { name: 'Withhold…' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
    },
    { name: 'a message', looks: ['390 dark'], open: () => press(`/admin/messages?search=${encodeURIComponent(word)}`, /^View message/) },
    {
      name: 'erasing a person',
      looks: ['820 light'],
      open: async () => {
        await press('/admin/messages', 'Erase a person…');
        await page.getByRole('dialog').getByRole('textbox', { name: 'Email address' }).fill('ada@example.org');
        await page.getByRole('dialog').getByRole('button', { name: 'Find' }).click();
        await expect(page.getByRole('heading', { name: /^Found: / })).toBeVisible();
      },
    },
    {
      name: 'an image',
      looks: ['820 dark'],
      open: async () => {
        await page.goto(`/admin/media/${picture.id}`);
        await expect(page.getByRole('dialog').getByLabel('Alt text', { exact: true })).toBeVisible();
      },
    },
    { name: 'undoing what a key did', nightly: true, looks: ['390 dark'], open: () => press('/admin/api', `Undo changes of ${word}`) },
    {
      name: 'a new key',
      looks: ['390 light'],
      open: async () => {
        await press('/admin/api', 'Create API Key');
        await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(unique('Audited'));
      },
    },
    {
      name: 'a key that was created',
      looks: ['820 dark'],
      open: async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Create Key' }).click();
        await expect(page.getByRole('dialog', { name: 'API Key Created' })).toBeVisible();
      },
    },
    {
      name: 'an author',
      looks: ['390 dark'],
      open: async () => {
        await press('/admin/settings/authors', 'Add author');
        await page.getByRole('dialog').getByRole('button', { name: 'Add link' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Create author' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'Name is required' })).toBeVisible();
      },
    },
    {
      name: 'a category',
      nightly: true,
      looks: ['1440 light'],
      open: () => press('/admin/settings/categories', 'Edit Computers & Laptops'),
    },
    {
      name: 'time travel',
      looks: ['390 light'],
      open: async () => {
        await page.goto('/admin/reviews');
        await chooseInAccount(page, 'Time travel');
        await expect(page.getByRole('dialog').getByRole('slider', { name: 'Moment' })).toBeVisible();
      },
    },
    {
      name: 'the site as it was',
      nightly: true,
      looks: ['820 dark'],
      open: async () => {
        await page.goto(`/reviews/14?asOf=${new Date().toISOString()}`);
        await expect(page.getByRole('complementary', { name: 'The site as it was' })).toBeVisible();
      },
    },
    {
      name: 'the palette',
      looks: ['390 dark'],
      open: async () => {
        await page.goto('/admin/settings');
        await page.getByRole('button', { name: 'Search and commands' }).click();
        await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first()).toBeVisible();
      },
    },
    {
      name: 'the shortcuts',
      nightly: true,
      looks: ['820 light'],
      open: async () => {
        await openList(page, 'articles');
        await page.getByRole('heading', { level: 2, name: 'Tech Articles' }).focus();
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      },
    },
  ]);
});
