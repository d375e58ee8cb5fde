import { createTrigger } from './create-trigger';
import { deleteTrigger } from './delete-trigger';
import { getTrigger } from './get-trigger';
import { listTriggers } from './list-triggers';
import { takeTriggerOwnership } from './take-trigger-ownership';
import { triggerPipeline } from './trigger-pipeline';
import { updateTrigger } from './update-trigger';

export const triggerOperations = [
  listTriggers,
  getTrigger,
  createTrigger,
  updateTrigger,
  takeTriggerOwnership,
  deleteTrigger,
  triggerPipeline,
];
