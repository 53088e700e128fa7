// Says, in the place of the contact form, that the message has been sent.
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';

interface Props {
  /** When an answer will come: 'within 24 hours'. */
  responseTime: string;
  onAnother: () => void;
}

export function MessageSent({ responseTime, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="message-sent" className="border-y-2 border-primary py-8">
      <h2 ref={heading} id="message-sent" tabIndex={-1} className="text-h4 outline-none">
        Message Sent!
      </h2>
      <p className="mt-3 text-body text-secondary">We'll get back to you {responseTime}</p>
      <Button variant="plain" className="mt-6" onClick={onAnother}>
        Send another message
      </Button>
    </section>
  );
}
