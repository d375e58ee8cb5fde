import type { HookDocument } from './hook.model';

/** Whether a hook works. */
export interface HookHealth {
  alert_status: string;
  disabled_until: string | null;
}

/** While its receiver fails, a hook pauses until some moment. */
export function presentHealth({ disabled_until: until }: HookDocument): HookHealth {
  const isPaused = until !== undefined && until !== null && until.getTime() > Date.now();
  return {
    alert_status: isPaused ? 'temporarily_disabled' : 'executable',
    disabled_until: isPaused ? until.toISOString() : null,
  };
}
