import { answerAuthenticate } from './operations/answer-authenticate';
import { answerAuthorize } from './operations/answer-authorize';
import { answerSettings } from './operations/answer-settings';

export const answerOperations = [answerAuthenticate, answerAuthorize, answerSettings];
