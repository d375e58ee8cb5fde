import type { PushRuleDocument } from './push-rule.model';
import type { PushRulesDeps } from './deps';

/** The push rule of a project, or null. */
export function findPushRule({ pushRules }: PushRulesDeps, projectId: number): Promise<PushRuleDocument | null> {
  return pushRules.model.findOne({ project_id: projectId }).lean<PushRuleDocument>();
}
