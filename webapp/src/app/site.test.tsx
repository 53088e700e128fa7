// What readers see of the site's settings: its name, its navigation, its texts about itself.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/lib/api-client';
import { categories, makeReview, makeSite, rendered } from '@/testing/makers';
import { emptySite, notice, renderApp } from '@/testing/render';
import { json, on } from '@/testing/server';

const kitchen = makeSite({
  name: 'Noisy Kitchen',
  tagline: 'Coffee machines, heard out',
  description: 'We listen to coffee machines.',
  header: [
    { label: 'Start', url: '/' },
    { label: 'Tests', url: '/reviews' },
    { label: 'Shop', url: 'https://shop.example/' },
    { label: 'Write', url: 'mailto:hello@kitchen.example' },
    { label: 'News feed', url: '/feed.xml' },
  ],
  footer: [{ label: 'Who we are', url: '/about' }],
  social: [
    { label: 'Bluesky', url: 'https://bsky.app/profile/kitchen' },
    { label: 'Our forum', url: 'https://forum.kitchen.example/' },
  ],
  copyright: '© 2026 {{name}}',
  responseTime: 'within a week',
  affiliateDisclosure: 'Shops pay us.',
  illustrationNote: 'Shown as delivered.',
  correctionsPolicy: 'We correct.\n\nAt once.',
});

const footer = () => within(screen.getByRole('contentinfo'));
const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'));

beforeEach(() => {
  emptySite();
  on('GET /api/site', kitchen);
});

describe('the settings of the site', () => {
  it('are on the page from its first moment, and nothing else is', async () => {
    renderApp('/', kitchen);
    expect(screen.getAllByRole('link', { name: 'Noisy Kitchen, home' })).not.toHaveLength(0);
    expect(screen.getByRole('combobox', { name: 'Search Noisy Kitchen', hidden: true })).toBeTruthy();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Coffee machines, heard out.');
    expect(document.body.textContent).not.toContain('Candor');
    await waitFor(() => expect(document.title).toBe('Noisy Kitchen: Coffee machines, heard out'));
  });

  it('fill the navigation, whose links lead to screens, files and other sites', () => {
    renderApp('/reviews', kitchen);
    const links = navigation().getAllByRole('link');
    expect(hrefs(links).slice(0, 5)).toEqual(['/', '/reviews', 'https://shop.example/', 'mailto:hello@kitchen.example', '/feed.xml']);
    expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual(['Tests']);
    expect(navigation().getByRole('link', { name: 'Shop' }).getAttribute('rel')).toBe('noopener');
    expect(hrefs([...document.querySelectorAll<HTMLElement>('#drawer li a')]).slice(0, 5)).toEqual(hrefs(links).slice(0, 5));
  });

  it('fill the footer', () => {
    renderApp('/', kitchen);
    for (const text of ['We listen to coffee machines.', 'Shops pay us.', '© 2026 Noisy Kitchen'])
      expect(footer().getByText(text)).toBeTruthy();
    expect(hrefs(within(footer().getByRole('navigation', { name: 'Company' })).getAllByRole('link'))).toEqual(['/about']);
    expect(hrefs(within(footer().getByRole('navigation', { name: 'Categories' })).getAllByRole('link'))[0]).toBe('/reviews');
    const social = within(footer().getByRole('list', { name: 'Follow us' }));
    expect(social.getByRole('link', { name: 'Bluesky' }).querySelector('[data-network="bluesky"]')).toBeTruthy();
    expect(social.getByRole('link', { name: 'Our forum' }).querySelector('[data-network]')).toBeNull();
  });

  it('that are empty show nothing', () => {
    renderApp('/', makeSite({ social: [], affiliateDisclosure: '', description: '' }));
    expect(hrefs(within(footer().getByRole('list', { name: 'Follow us' })).getAllByRole('link'))).toEqual(['/feed.xml']);
    expect(footer().queryByText(/commission/)).toBeNull();
  });

  it('show the logo as a picture, with the name as its text', () => {
    const pictures = { '/media/light.webp': { width: 800, height: 200, widths: [480] } };
    renderApp('/', makeSite({ name: 'Noisy Kitchen', logo: '/media/light.webp', logoDark: '/media/dark.webp', pictures }));
    const [light, dark] = within(screen.getByRole('banner')).getAllByAltText('Noisy Kitchen');
    expect([light?.getAttribute('src'), light?.getAttribute('width'), light?.getAttribute('height')]).toEqual([
      '/media/light.webp',
      '128',
      '32',
    ]);
    expect([dark?.getAttribute('src'), dark?.className.includes('dark:block')]).toEqual(['/media/dark.webp', true]);
  });

  it('stand above the shops and under the pictures of a review', async () => {
    on('GET /api/reviews/1', rendered(makeReview()));
    renderApp('/reviews/1', kitchen);
    const main = within(screen.getByRole('main'));
    const shop = await main.findByRole('link', { name: /Buy on AliExpress/ });
    expect(main.getByText('Shops pay us.').compareDocumentPosition(shop) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    expect(main.getAllByText('Shown as delivered.')).not.toHaveLength(0);
  });

  it('leave a picture without a note, and shops without a disclosure, where the owner wants none', async () => {
    on('GET /api/reviews/1', rendered(makeReview()));
    renderApp('/reviews/1', makeSite({ affiliateDisclosure: '', illustrationNote: '' }));
    await screen.findByRole('link', { name: /Buy on AliExpress/ });
    expect(document.querySelector('figcaption')).toBeNull();
    expect(screen.queryByText(/commission/)).toBeNull();
  });

  it('say when a message is answered', async () => {
    on('POST /api/contact', { success: true, message: 'Message sent.' });
    const user = renderApp('/contact', kitchen);
    await screen.findByLabelText(/^Full Name/);
    for (const label of ['Full Name', 'Subject', 'Message']) await user.type(screen.getByLabelText(new RegExp(`^${label}`)), 'Ada');
    await user.type(screen.getByLabelText(/^Email Address/), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Message' }));
    await notice("We'll get back to you within a week");
  });

  it('say how mistakes are corrected', async () => {
    renderApp('/corrections', kitchen);
    for (const text of ['We correct.', 'At once.']) expect((await screen.findByText(text)).tagName).toBe('P');
  });

  it('are shown as soon as a change of them is saved', async () => {
    renderApp('/', makeSite());
    expect(screen.getAllByRole('link', { name: 'Candor, home' })).not.toHaveLength(0);
    on('PUT /api/admin/settings/site', () => json({ name: 'Noisy Kitchen', revision: 1 }));
    await api.put('/api/admin/settings/site', { name: 'Noisy Kitchen' });
    expect(await screen.findAllByRole('link', { name: 'Noisy Kitchen, home' })).not.toHaveLength(0);
  });
});

describe('the hero', () => {
  it('names the categories, and leads to the first', async () => {
    renderApp('/', kitchen);
    expect(
      await screen.findByText(/reviews of Computers & Laptops, Automotive Tech, Industrial Machines and Smart Gadgets: what/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse Reviews' }).getAttribute('href')).toBe('/category/computers');
  });

  it('names the one category that there is', async () => {
    on('GET /api/categories', categories.slice(1, 2));
    renderApp('/', kitchen);
    expect(await screen.findByText(/reviews of Automotive Tech: what/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Browse Reviews' }).getAttribute('href')).toBe('/category/automotive');
  });
});
