// A tech article, whole.
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Corrections } from '@/components/corrections/corrections';
import { HistoryLink } from '@/components/corrections/history-link';
import { Notices } from '@/components/corrections/notices';
import { Neighbours } from '@/components/layout/neighbours';
import { ShareButton } from '@/components/layout/share-button';
import { EnlargeButton } from '@/components/gallery/enlarge-button';
import { PictureNote } from '@/components/gallery/picture-note';
import { useLightbox } from '@/components/gallery/use-lightbox';
import { Breadcrumb } from '@/components/ui/breadcrumb';
import { LinkedName } from '@/components/ui/linked-name';
import { Picture, phoneSizes } from '@/components/ui/picture';
import { Prose } from '@/components/ui/prose';
import { Tags } from '@/components/ui/tags';
import { VideoPlayer } from '@/components/ui/video-player';
import { formatDate } from '@/lib/format';
import { readingMinutes } from '@/lib/item-text';
import type { ItemPicture } from '@/lib/media';
import { pictureOf } from '@/lib/pictures';
import { lastChangeOf, publicationOf } from '@/lib/publication';
import { tint } from '@/lib/tint';
import { articleVideoOf } from '@/lib/video';
import type { Article } from '@/lib/api-types';
import type { Rendered } from '@/lib/rendered';
import { ArticleBadge } from './article-meta';
import { RelatedArticles } from './related-articles';

interface Props {
  article: Rendered<Article>;
  /** The address of the article's history; undefined: readers have none. */
  history?: string | undefined;
  /** Whether other articles follow: not in a preview. */
  related?: boolean;
}

export function ArticleStory({ article, history, related = false }: Props) {
  const video = articleVideoOf(article.videoUrl);
  const changed = lastChangeOf(article);
  return (
    <>
      <article className={tint(article.category)}>
        <Breadcrumb
          above={[
            { to: '/', name: 'Home' },
            { to: '/tech-articles', name: 'Tech Articles' },
          ]}
          here={article.title}
        />
        <header className="mx-auto mt-8 max-w-3xl">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
            <ArticleBadge category={article.category} />
            {article.publishedAt === null ? (
              <span>Draft</span>
            ) : (
              <time dateTime={publicationOf(article)}>{formatDate(publicationOf(article))}</time>
            )}
            {formatDate(changed) !== formatDate(publicationOf(article)) ? (
              <span>
                Updated <time dateTime={changed}>{formatDate(changed)}</time>
              </span>
            ) : null}
            <HistoryLink to={history} count={article.changeCount} />
            <span className="font-semibold text-secondary">
              By <LinkedName kind="authors" known={article.names?.author} name={article.authorName} rel="author" />
            </span>
            <span>{readingMinutes(article.contentWords)} min read</span>
            <ShareButton title={article.title} />
          </p>
          <h1 dir="auto" className="mt-4 text-h3 sm:text-h2">
            {article.title}
          </h1>
          {article.excerpt ? (
            <p dir="auto" className="mt-5 font-serif text-h5 leading-snug text-secondary">
              {article.excerpt}
            </p>
          ) : null}
          <Notices corrections={article.corrections} updatedAt={changed} />
        </header>
        {article.imageUrl ? (
          <StoryImage key={article.imageUrl} src={article.imageUrl} known={pictureOf(article, article.imageUrl)} />
        ) : (
          <hr className="mx-auto mt-8 max-w-3xl border-rule" />
        )}
        <div className="mx-auto mt-10 max-w-3xl">
          <Prose html={article.contentHtml} className="max-w-measure text-body" />
          {video ? (
            <section className="mt-12">
              <h2 className="mb-4 text-h4">Related Video</h2>
              <VideoPlayer video={video} title={`Video on: ${article.title}`} credit={article.videoCredit} />
            </section>
          ) : null}
          {article.tags?.length ? (
            <div className="mt-12">
              <Tags tags={article.tags} names={article.names?.tags} />
            </div>
          ) : null}
          {article.corrections?.length ? (
            <div className="mt-12">
              <Corrections corrections={article.corrections} />
            </div>
          ) : null}
          <p data-noprint className="mt-12 border-t border-rule pt-6">
            <Link
              to="/tech-articles"
              className="inline-flex min-h-11 items-center gap-2 text-small font-semibold text-accent underline-offset-4 hover:underline"
            >
              <ArrowLeft aria-hidden strokeWidth={1.75} className="size-4" />
              Back to Tech Articles
            </Link>
          </p>
        </div>
      </article>
      {related ? (
        <>
          <Neighbours kind="news" id={article.id} />
          <RelatedArticles article={article} />
        </>
      ) : null}
    </>
  );
}

/** The article's picture, which disappears if it can't be loaded. */
function StoryImage({ src, known }: { src: string; known: ItemPicture | undefined }) {
  const [failed, setFailed] = useState(false);
  const { enlarge, lightbox } = useLightbox([{ src, known, alt: known?.alt ?? '' }]);
  if (failed) return null;
  return (
    <figure className="group mx-auto mt-8 max-w-5xl">
      <span aria-hidden className="block h-[3px] w-full bg-tint" />
      <div className="relative">
        <Picture
          src={src}
          known={known}
          alt=""
          sizes={`(min-width: 67rem) 64rem, (min-width: 40rem) calc(100vw - 3rem), ${phoneSizes}`}
          eager
          onFail={() => {
            console.info(`The article's image could not be loaded: ${src}`);
            setFailed(true);
          }}
          className="rounded-t-none sm:aspect-2/1"
        />
        {known?.removedAt ? null : <EnlargeButton name="image" onPress={() => enlarge(0)} />}
      </div>
      {known?.removedAt ? null : <PictureNote known={known} />}
      {lightbox}
    </figure>
  );
}
