import { useSyncExternalStore } from 'react';
import { isSignedIn, subscribe } from './session';

/** Whether the visitor is signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn);
}
