import { listAdminHookDeliveries } from './list-admin-hook-deliveries';
import { listProjectHookEvents } from './list-project-hook-events';
import { resendProjectHookEvent } from './resend-project-hook-event';
import { testProjectHook } from './test-project-hook';

export const hookEventOperations = [
  listProjectHookEvents,
  resendProjectHookEvent,
  testProjectHook,
  listAdminHookDeliveries,
];
