import { answerAuthenticate } from './answer-authenticate';
import { answerAuthorize } from './answer-authorize';
import { answerSettings } from './answer-settings';
import { authenticate } from './authenticate';
import { authenticateNode } from './authenticate-node';
import { authorize } from './authorize';
import { getSettings } from './get-settings';
import { isReplicaHeld } from './is-replica-held';

export const answerOperations = [answerAuthenticate, answerAuthorize, answerSettings, authenticateNode, isReplicaHeld];

/** RPCs of other services that a secondary answers in their place. */
export const standInOperations = [authenticate, authorize, getSettings];
