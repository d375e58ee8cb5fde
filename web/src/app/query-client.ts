/** Defaults of queries: one retry of failures that may pass, and data that stays fresh shortly. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error';

const FRESH_MS = 15_000;
const MAX_RETRIES = 1;

/** Creates the cache of a page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
        refetchOnWindowFocus: true,
      },
    },
  });
}

function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 502 || error.status === 503;
}
