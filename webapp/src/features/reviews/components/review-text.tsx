// The body of a review: text, pros and cons, video, further pictures, verdict.
import { Minus, Plus } from 'lucide-react';
import { Corrections } from '@/components/corrections/corrections';
import { Picture } from '@/components/ui/picture';
import { Score } from '@/components/ui/score';
import { Tags } from '@/components/ui/tags';
import { VideoPlayer } from '@/components/ui/video-player';
import { listField } from '@/lib/format';
import { imageNote } from '@/lib/site';
import { videoOf } from '@/lib/video';
import { blocks } from '../sections';
import type { Review } from '@/lib/api-types';
import { picturesOf } from '../types';

export function ReviewText({ review }: { review: Review }) {
  const video = videoOf(review.videoUrl);
  return (
    <div className="grid gap-12">
      <div id="text" className="grid max-w-measure gap-5 text-body">
        {blocks(review.content).map((block, i) =>
          block.kind === 'heading' ? (
            <h2 key={i} id={block.id} className="mt-4 text-h4">
              {block.text}
            </h2>
          ) : (
            <p key={i}>{block.text}</p>
          ),
        )}
      </div>
      <ProsAndCons pros={listField(review.pros)} cons={listField(review.cons)} />
      {video ? (
        <section id="video">
          <h2 className="mb-4 text-h4">Video Review</h2>
          <VideoPlayer video={video} title={`Video review of ${review.productName}`} credit={review.videoCredit} />
        </section>
      ) : null}
      <ReviewImages images={picturesOf(review).slice(1)} product={review.productName} />
      {review.verdict ? (
        <section id="verdict" className="border-y-2 border-primary py-8">
          <h2 className="kicker font-sans">Final Verdict</h2>
          <div className="mt-5 flex flex-col items-start gap-6 sm:flex-row sm:gap-8">
            <Score rating={review.rating} size="large" stacked />
            <p className="max-w-measure font-serif text-h5 leading-snug sm:text-[1.5rem]">{review.verdict}</p>
          </div>
        </section>
      ) : null}
      <Tags tags={review.tags} />
      <Corrections corrections={review.corrections} />
    </div>
  );
}

function ProsAndCons({ pros, cons }: { pros: string[]; cons: string[] }) {
  if (pros.length === 0 && cons.length === 0) return null;
  return (
    <div id="pros-and-cons" className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
      <Marked title="Pros" lines={pros} icon={<Plus aria-hidden strokeWidth={2.25} className="mt-1 size-4 shrink-0 text-success" />} />
      <Marked title="Cons" lines={cons} icon={<Minus aria-hidden strokeWidth={2.25} className="mt-1 size-4 shrink-0 text-danger" />} />
    </div>
  );
}

function Marked({ title, lines, icon }: { title: string; lines: string[]; icon: React.ReactNode }) {
  if (lines.length === 0) return null;
  return (
    <section className="border-t border-rule-strong pt-4">
      <h2 className="text-h5">{title}</h2>
      <ul className="mt-3 grid gap-2.5">
        {lines.map((line, i) => (
          <li key={i} className="flex gap-3">
            {icon}
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReviewImages({ images, product }: { images: string[]; product: string }) {
  if (images.length === 0) return null;
  return (
    <section id="images">
      <h2 className="mb-4 text-h4">Review Images</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {images.map((src, i) => (
          <li key={src}>
            <a href={src} target="_blank" rel="noopener" aria-label={`Image ${i + 2} of the ${product}, opens in a new tab`} className="block">
              <Picture src={src} alt="" />
            </a>
            <p className="mt-1.5 text-caption text-muted">{imageNote}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
