// The last net: a screen that fails to render says so instead of leaving a white page.
import { Component, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="py-20 wrap">
        <h1 className="text-h2">This page broke</h1>
        <p className="mt-4 max-w-measure text-body text-secondary">Something in it could not be shown. Loading it again usually helps.</p>
        <Button className="mt-8" onClick={() => location.reload()}>
          Load again
        </Button>
      </main>
    );
  }
}
