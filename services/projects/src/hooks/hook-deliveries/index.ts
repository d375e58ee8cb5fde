import { listAdminHookDeliveries } from './operations/list-admin-hook-deliveries';
import { listProjectHookEvents } from './operations/list-project-hook-events';
import { resendProjectHookEvent } from './operations/resend-project-hook-event';
import { testProjectHook } from './operations/test-project-hook';

export const hookEventOperations = [
  listProjectHookEvents,
  resendProjectHookEvent,
  testProjectHook,
  listAdminHookDeliveries,
];
