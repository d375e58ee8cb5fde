import type { Projects } from '#deps';
import type { PushRuleDocument } from './push-rule.model';

/** The push rule of a project, or null. */
export function findPushRule({ pushRules }: Projects, projectId: number): Promise<PushRuleDocument | null> {
  return pushRules.model.findOne({ project_id: projectId }).lean<PushRuleDocument>();
}
