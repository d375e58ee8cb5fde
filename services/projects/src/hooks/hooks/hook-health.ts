import type { HookDocument } from './hook.model';

/** Whether a hook is active. */
export interface HookHealth {
  alert_status: string;
  disabled_until: string | null;
}

/** Presents the health of a hook. It is paused until `disabled_until` while its receiver fails. */
export function presentHealth({ disabled_until: until }: HookDocument): HookHealth {
  const isPaused = until !== undefined && until !== null && until.getTime() > Date.now();
  return {
    alert_status: isPaused ? 'temporarily_disabled' : 'executable',
    disabled_until: isPaused ? until.toISOString() : null,
  };
}
