/** Public interface of milestones. */
export { type MilestoneQueries, type MilestonesDeps, type PlanningStores } from './deps';
export { findMilestone } from './find-milestone';
export { milestoneIdOf, readMilestones } from './load-milestones';
export { presentMilestones } from './milestone.entity';
export { type DueMilestone, type MilestoneDocument, milestoneSearch } from './milestone.model';
export { replaceSameTitledMilestones } from './replace-milestone';
