// The contact form: errors stand beside their fields and in the specification's toasts, and what was typed is stored
// until it has been sent.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { TextArea, TextField } from '@/components/ui/field';
import { ApiError } from '@/lib/api-client';
import { showToast } from '@/stores/toasts';
import { sendMessage, type MessageInput } from '../api/send-message';
import { storeMessage, storedMessage, useMessageStored } from '../stored-message';

// The server forgets a message whose website is filled: people don't see that field.
const schema = z.object({
  name: z.string().trim().min(1, 'Full name is required'),
  email: z.string().trim().min(1, 'Email address is required').pipe(z.email('Please enter a valid email address.')),
  subject: z.string().trim().min(1, 'Subject is required'),
  message: z.string().trim().min(1, 'Message is required'),
  website: z.string(),
});

/** Turns the browser's own checks off: errors stand beside their fields. */
const withoutChecks = (form: HTMLFormElement | null) => {
  if (form) form.noValidate = true;
};

export function ContactForm() {
  const form = useForm<MessageInput>({ resolver: zodResolver(schema), defaultValues: { name: '', email: '', subject: '', message: '', website: '' } });
  const { errors, isSubmitting } = form.formState;
  const stored = useMessageStored();

  useEffect(() => {
    const before = storedMessage();
    if (before) form.reset(before);
  }, [form]);

  // A failure to send is often the network's: what tells of it must be here by then.
  useEffect(() => void import('@/components/ui/toaster').catch(() => undefined), []);

  const send = async (input: MessageInput) => {
    try {
      await sendMessage(input);
      storeMessage(null);
      form.reset({ name: '', email: '', subject: '', message: '', website: '' });
      showToast({ title: 'Message Sent!', description: "We'll get back to you within 24 hours" });
    } catch (error) {
      if (error instanceof ApiError) {
        for (const { field, message } of error.fields) if (field in input) form.setError(field as keyof MessageInput, { message });
      }
      storeMessage(error instanceof ApiError && error.status < 500 ? null : input);
      showToast(failure(error));
    }
  };

  return (
    // Without JavaScript the browser checks the fields, and the server answers with a page.
    <form ref={withoutChecks} method="post" action="/contact" onSubmit={(e) => void form.handleSubmit(send)(e)} className="grid gap-5 sm:grid-cols-2" aria-label="Contact">
      <TextField label="Full Name" required autoComplete="name" error={errors.name?.message} {...form.register('name')} />
      <TextField label="Email Address" required type="email" autoComplete="email" error={errors.email?.message} {...form.register('email')} />
      <TextField label="Subject" required className="sm:col-span-2" error={errors.subject?.message} {...form.register('subject')} />
      <TextArea label="Message" required rows={8} className="sm:col-span-2" error={errors.message?.message} {...form.register('message')} />
      <div aria-hidden className="absolute -left-[200vw]">
        <label>
          Leave this empty
          <input tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Send Message'}
        </Button>
        <p className="text-small text-muted">All fields are required.</p>
        <p role="status" className="basis-full text-small">
          {stored ? 'We couldn’t send your message. It’s saved here; try again in a few minutes.' : ''}
        </p>
      </div>
    </form>
  );
}

/** The toast for a failure (spec section 8). */
function failure(error: unknown): Parameters<typeof showToast>[0] {
  const wrong = error instanceof ApiError ? error.fields : [];
  if (wrong.length > 0) return { variant: 'destructive', title: 'Invalid Form Data', description: wrong.map((f) => f.message).join(', ') };
  if (error instanceof ApiError && /email/i.test(error.message)) {
    return { variant: 'destructive', title: 'Invalid Email', description: 'Please enter a valid email address.' };
  }
  return { variant: 'destructive', title: 'Error', description: 'Failed to send message. Please try again later.' };
}
