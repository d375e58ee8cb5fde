import { pausedUntil } from './hook-pauses';
import type { HookDocument } from './hook.model';

/** Whether a hook is active. */
export interface HookHealth {
  alert_status: string;
  disabled_until: string | null;
}

/** Presents the health of a hook. It is paused until `disabled_until` while its receiver fails. */
export function presentHealth(hook: HookDocument): HookHealth {
  const until = pausedUntil(hook);
  return {
    alert_status: until ? 'temporarily_disabled' : 'executable',
    disabled_until: until?.toISOString() ?? null,
  };
}
