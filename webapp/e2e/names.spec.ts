// From an item to what shares its tags, brand and author, to what is like it, and to the ones beside it.
import { make, signIn, unique } from './editing';
import { expect, nightly, serverUrl, test } from './fixtures';

const review = (title: string, fields: object) => ({
  title,
  content: 'Text.',
  authorName: 'Ada',
  productName: title,
  productBrand: 'Acme',
  categoryId: 1,
  rating: 4,
  isPublished: true,
  ...fields,
});

test(
  'tags, brand and author lead to their pages, which show the profile, also without JavaScript',
  nightly,
  async ({ page, browser, expectComplaint }) => {
    expectComplaint(/404/);
    await signIn(page);
    const [author, brand, tag] = [unique('Ida Holt'), unique('Zeta'), unique('Silent fan')];
    const slugOf = (name: string) => name.toLowerCase().replace(/ /g, '-');
    const profile = {
      name: author,
      text: 'Tests *laptops*.',
      links: [{ label: 'Notes', url: 'https://example.com/ida' }],
      disclosure: 'Owns shares of Acme.',
    };
    expect((await page.request.post('/api/admin/authors', { data: profile })).status()).toBe(201);
    expect((await page.request.get(`/authors/${slugOf(author)}`)).status()).toBe(404); // nothing published yet
    const older = await make(page.request, 'reviews', review(unique('Older'), { authorName: author, productBrand: brand, tags: [tag] }));
    const title = unique('Newer');
    const newer = await make(
      page.request,
      'reviews',
      review(title, { authorName: author.toUpperCase(), productBrand: brand, tags: [tag.toUpperCase()] }),
    );

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: serverUrl() });
    const plain = await context.newPage();
    for (const reader of [page, plain]) {
      const main = reader.getByRole('main');
      for (const [name, path] of [
        [tag, `/tags/${slugOf(tag)}`],
        [brand, `/brands/${slugOf(brand)}`],
        [author, `/authors/${slugOf(author)}`],
      ] as const) {
        await reader.goto(`/reviews/${older.id}`);
        await main.getByRole('link', { name, exact: true }).click();
        await expect(reader).toHaveURL(path);
        await expect(main.getByRole('article').filter({ hasText: title })).toBeVisible();
      }
      await expect(main.getByText('Tests laptops.')).toBeVisible();
      await expect(main.getByText('Owns shares of Acme.')).toBeVisible();
      await expect(main.getByRole('link', { name: /^Notes/ })).toHaveAttribute('rel', 'me nofollow noopener');

      await reader.goto(`/reviews/${newer.id}`);
      await expect(main.getByRole('heading', { name: 'Related Reviews' })).toBeVisible();
      const beside = reader.getByRole('navigation', { name: 'Other reviews' });
      await beside.getByRole('link', { name: /^Next/ }).click();
      await expect(reader).toHaveURL(`/reviews/${older.id}`);
      await beside.getByRole('link', { name: /^Previous/ }).click();
      await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
      for (const [label, rel] of [
        ['Previous', 'prev'],
        ['Next', 'next'],
      ] as const) {
        const link = beside.getByRole('link', { name: new RegExp(`^${label}`) });
        if ((await link.count()) > 0) await expect(link).toHaveAttribute('rel', rel);
      }
    }
    await context.close();

    await page.goto(`/reviews/${newer.id}`);
    await page.goto(`/authors/${encodeURIComponent(author.toUpperCase())}`); // another spelling
    await expect(page).toHaveURL(`/authors/${slugOf(author)}`);
    expect((await page.goto('/authors/nobody-at-all'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Author Not Found' })).toBeVisible();
  },
);
