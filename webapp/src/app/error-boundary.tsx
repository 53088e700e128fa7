// The nets: a screen that can't be loaded or fails to render says so instead of leaving a white page. One lies within
// the shell, so that header and footer stay and lead elsewhere; one around everything, for the shell itself.
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '@/components/ui/button';

interface Props {
  children: ReactNode;
  /** Where the reader is. What broke there doesn't follow to the next address. */
  address?: string;
  /** The element that the words stand in: the shell has a main of its own. */
  as?: 'main' | 'div';
}

interface State {
  failed: boolean;
  address?: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, address: this.props.address };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { failed: false, address };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const Frame = this.props.as ?? 'main';
    return (
      <Frame className="py-20 wrap">
        <h1 className="text-h2">Something went wrong</h1>
        <p className="mt-4 max-w-measure text-body text-secondary">This page could not be displayed. Reloading it usually helps.</p>
        <Button className="mt-8" onClick={() => location.reload()}>
          Reload
        </Button>
      </Frame>
    );
  }
}

/** The net below the shell. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary address={pathname} as="div">
      {children}
    </ErrorBoundary>
  );
}
