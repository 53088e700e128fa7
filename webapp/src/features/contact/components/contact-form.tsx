// The contact form: errors are shown beside their fields and in toasts, and a message that could not be sent is stored. Success takes the
// form's place.
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { TextArea, TextField } from '@/components/ui/field';
import { useSite } from '@/hooks/use-site';
import { ApiError } from '@/lib/api-client';
import { isEmail } from '@/lib/email';
import { showToast } from '@/stores/toasts';
import { sendMessage, type MessageInput } from '../api/send-message';
import { storeMessage, storedMessage, useMessageStored } from '../stored-message';
import { MessageSent } from './message-sent';

// The server discards messages whose website is filled: people don't see that field.
const empty: MessageInput = { name: '', email: '', subject: '', message: '', website: '' };

const required = (message: string) => ({ required: message, setValueAs: (typed: string) => typed.trim() });

const address = (typed: string) => isEmail(typed) || 'Please enter a valid email address.';

export function ContactForm() {
  const { responseTime } = useSite();
  const form = useForm<MessageInput>({ defaultValues: empty });
  const { errors, isSubmitting } = form.formState;
  const stored = useMessageStored();
  const [state, setState] = useState<'first' | 'sent' | 'another'>('first');

  useEffect(() => {
    const before = storedMessage();
    if (before) form.reset(before);
  }, [form]);

  // A failure to send is often the network's: the toaster must be loaded before.
  useEffect(() => void import('@/components/ui/toaster').catch(() => undefined), []);

  const send = async (input: MessageInput) => {
    try {
      await sendMessage(input);
      storeMessage(null);
      form.reset(empty);
      setState('sent');
      showToast({ title: 'Message Sent!', description: `We'll get back to you ${responseTime}` });
    } catch (error) {
      if (error instanceof ApiError) {
        for (const { field, message } of error.fields) if (field in input) form.setError(field as keyof MessageInput, { message });
      }
      storeMessage(error instanceof ApiError && error.status < 500 ? null : input);
      showToast(failure(error));
    }
  };

  useEffect(() => {
    if (state === 'another') form.setFocus('name');
  }, [form, state]);

  if (state === 'sent') return <MessageSent responseTime={responseTime} onAnother={() => setState('another')} />;
  return (
    // Without JavaScript the server checks the fields, and answers with a page: browsers refuse addresses that it accepts.
    <form
      noValidate
      method="post"
      action="/contact"
      onSubmit={(e) => void form.handleSubmit(send)(e)}
      className="grid gap-5 sm:grid-cols-2"
      aria-label="Contact"
    >
      <TextField
        label="Full Name"
        required
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', required('Full name is required'))}
      />
      <TextField
        label="Email Address"
        required
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', { ...required('Email address is required'), validate: address })}
      />
      <TextField
        label="Subject"
        required
        className="sm:col-span-2"
        error={errors.subject?.message}
        {...form.register('subject', required('Subject is required'))}
      />
      <TextArea
        label="Message"
        required
        rows={8}
        className="sm:col-span-2"
        error={errors.message?.message}
        {...form.register('message', required('Message is required'))}
      />
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
