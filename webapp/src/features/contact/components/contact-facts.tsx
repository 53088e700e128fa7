// Beside the contact form: the address, the response time, and answers to what people ask most.
import { site } from '@/lib/site';

const questions = [
  { question: 'Will you review my product?', answer: 'Perhaps. Tell us what it is and what it costs. We buy or borrow what we test, and nobody reads a review before our readers do.' },
  { question: 'I found an error.', answer: 'Thank you. Tell us the page and what is wrong. We correct errors at once, and the page shows what it said before.' },
  { question: 'Can I quote you?', answer: 'Yes, with a link to the review.' },
];

export function ContactFacts() {
  return (
    <div className="grid gap-8">
      <section className="border-t-2 border-primary pt-4">
        <h2 className="text-h5">By email</h2>
        <p className="mt-2">
          <a href={`mailto:${site.email}`} className="text-link">
            {site.email}
          </a>
        </p>
        <p className="mt-2 text-small text-secondary">
          <strong>Response time:</strong> within 24 hours.
        </p>
      </section>
      <section className="border-t-2 border-primary pt-4">
        <h2 className="text-h5">Frequently asked</h2>
        <dl className="mt-2 divide-y divide-rule text-small">
          {questions.map(({ question, answer }) => (
            <div key={question} className="py-3">
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1 text-secondary">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
