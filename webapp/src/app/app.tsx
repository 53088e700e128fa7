// The whole app below its router: providers, shell and screens. The router comes from outside, so that a test or the
// server can bring its own.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RenderTimeContext, type RenderTime } from '@/hooks/use-now';
import { ConnectionNotice } from '@/components/layout/connection-notice';
import { ErrorBoundary, ScreenBoundary } from './error-boundary';
import { Screens } from './screens';
import { Shell } from './shell';
import { SiteProvider } from './site-provider';
import { useReconnect } from './use-reconnect';

interface Props {
  queryClient: QueryClient;
  /** Of a page that the server renders, or has rendered. */
  rendered?: RenderTime | null;
}

export function App({ queryClient, rendered = null }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <RenderTimeContext value={rendered}>
        <SiteProvider>
          <ErrorBoundary>
            <Shell>
              <ScreenBoundary>
                <Screens />
              </ScreenBoundary>
            </Shell>
            <Connection />
          </ErrorBoundary>
        </SiteProvider>
      </RenderTimeContext>
    </QueryClientProvider>
  );
}

/** What the network does to any screen. */
function Connection() {
  useReconnect();
  return <ConnectionNotice />;
}
