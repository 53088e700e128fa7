// The whole app below its router: providers, shell and screens. The router comes from outside, so that a test or the
// server can bring its own.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { ErrorBoundary } from './error-boundary';
import { Screens } from './screens';
import { Shell } from './shell';

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Shell>
          <Screens />
        </Shell>
      </ErrorBoundary>
    </QueryClientProvider>
  );
}
