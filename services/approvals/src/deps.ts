/** Dependencies of the approvals service; `compose.ts` creates them. */
import type { AccessCaches } from '@forgemesh/cache';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ConsumersDeps } from './consumers/deps';
import type { InternalProjectsDeps } from './internal/projects/deps';
import type { InternalRequestsDeps } from './internal/requests/deps';
import type { ProjectRulesDeps } from './project-rules/deps';
import type { ProjectApprovalsDeps } from './projects/deps';
import type { RequestRulesDeps } from './request-rules/deps';
import type { RequestApprovalsDeps } from './requests/deps';
import type { RulesDeps } from './rules/deps';

/** The dependencies of all areas. */
export interface Approvals
  extends
    ConsumersDeps,
    InternalProjectsDeps,
    InternalRequestsDeps,
    ProjectRulesDeps,
    ProjectApprovalsDeps,
    RequestRulesDeps,
    RequestApprovalsDeps,
    RulesDeps {
  /** Caches of data that other services own. */
  accessCaches: AccessCaches;
  settings: Settings<ApplicationSettings>;
}
