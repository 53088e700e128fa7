import { expect, it } from 'vitest';
import { UploadOrder } from './upload-order';

it('puts pictures in the order in which their files were given, whichever is stored first', () => {
  const files = ['a', 'b', 'c'].map((name) => new File([], name));
  const order = new UploadOrder();
  order.note(files);
  let urls = ['/before'];
  for (const i of [2, 0, 1]) {
    const picture = { url: `/${files[i]?.name}` };
    urls = urls.toSpliced(
      order.place(
        urls.map((url) => ({ url })),
        picture,
        files[i] as File,
      ),
      0,
      picture.url,
    );
  }
  expect(urls).toEqual(['/before', '/a', '/b', '/c']);
});
