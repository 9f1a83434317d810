import * as vscode from 'vscode';
import { apiKeyError } from '../../client/address/connection.ts';
import { type Endpoint, hostOf, parseBaseUrl } from '../../client/address/endpoint.ts';
import { pastedKey } from '../../client/address/pastedText.ts';
import type { ChatClient } from '../../client/chatClient.ts';
import { defaultModel, toModelInfo } from '../../core/models/modelInfo.ts';
import { showMessage, toActionError } from '../actionResult.ts';
import { failureText } from '../failures/failureText.ts';
import { noModelsText } from '../failures/noModelsText.ts';
import { readSetting, writeSetting } from '../settings.ts';
import { foreign, joined, t, type UiText } from '../uiText.ts';
import { createInputBox } from '../vscodeUi.ts';
import { addressErrorText } from './addressErrorText.ts';
import type { ApiKeyStore } from './apiKeyStore.ts';
import { createCountdown } from './waitCountdown.ts';

interface ConnectDeps {
  client: ChatClient;
  keyStore: ApiKeyStore;
}

/**
 * Asks for the base URL, if none is set, and for the key, which is validated by listing the models. The key step has a
 * Back button. Nothing is stored before the service accepts the key.
 *
 * @returns whether there is a connection now
 */
export async function connect(deps: ConnectDeps): Promise<boolean> {
  const configured = parseBaseUrl(readSetting('baseUrl'));
  let endpoint = configured.ok ? configured.endpoint : await askForAddress(readSetting('baseUrl'));
  while (endpoint !== undefined) {
    const result = await askForKey(deps, endpoint);
    if (result !== 'back') {
      return result !== undefined;
    }
    endpoint = await askForAddress(endpoint.baseUrl);
  }
  return false;
}

/** @param value first value of the box. If it is not accepted, the box says why at once. */
async function askForAddress(value: string): Promise<Endpoint | undefined> {
  const initial = parseBaseUrl(value);
  const result = await askForInput(
    {
      title: t('Connect to the Service'),
      prompt: t('Base URL of the chat service'),
      placeholder: foreign('https://…/api/v1'),
      value,
      ...(!initial.ok && initial.error !== 'empty' && { message: addressErrorText(initial.error) }),
      step: 1,
      totalSteps: 2,
    },
    async (typed) => validateAddress(typed),
  );
  const check = parseBaseUrl(typeof result === 'object' ? result.value : '');
  return check.ok ? check.endpoint : undefined;
}

function validateAddress(typed: string): InputValidation {
  const check = parseBaseUrl(typed);
  if (check.ok) {
    return { accepted: true };
  }
  const message = addressErrorText(check.error);
  return check.suggestion === undefined
    ? { accepted: false, message }
    : {
        accepted: false,
        message: joined([message, t('It was corrected. Press Enter to use it.')], ' '),
        value: check.suggestion,
      };
}

function askForKey({ client, keyStore }: ConnectDeps, endpoint: Endpoint): Promise<InputResult> {
  return askForInput(
    {
      title: t('Connect to the Service'),
      prompt: t('Your API key for {0}', hostOf(endpoint)),
      placeholder: t('API key from your account’s dashboard'),
      password: true,
      step: 2,
      totalSteps: 2,
    },
    async (typed, signal, showInfo) => {
      const apiKey = pastedKey(typed);
      if (apiKey === '') {
        return { accepted: false, message: t('Enter an API key.') };
      }
      if (apiKey !== typed) {
        return {
          accepted: false,
          message: t(
            'What is not part of the key, such as “Bearer” or quotation marks, was removed. Press Enter to use the key.',
          ),
          value: apiKey,
        };
      }
      if (apiKeyError(apiKey) !== undefined) {
        return {
          accepted: false,
          message: t(
            'An API key can contain only letters, digits, and symbols, without spaces or line breaks.',
          ),
        };
      }
      const listed = await client.listModels({ endpoint, apiKey }, signal, createCountdown(showInfo, signal));
      if (!listed.ok) {
        return { accepted: false, message: failureText(listed.failure, '') };
      }
      await writeSetting('baseUrl', endpoint.baseUrl);
      const model = defaultModel(listed.value.map(toModelInfo));
      if (readSetting('model') === '' && model !== undefined) {
        await writeSetting('model', model.id);
      }
      // Must be last: listeners consider the window connected as soon as the key is stored.
      await keyStore.write({ origin: endpoint.origin, apiKey });
      if (model === undefined) {
        showMessage(noModelsText(), { severity: 'Error' });
      }
      return { accepted: true };
    },
  );
}

interface InputOptions {
  title: UiText;
  prompt: UiText;
  placeholder?: UiText;
  /** Initial value of the box. */
  value?: string;
  /** Says at once why that value is not accepted. */
  message?: UiText;
  password?: boolean;
  step: number;
  totalSteps: number;
}

/** The accepted value, `back` for the Back button, or `undefined` if the user canceled. */
type InputResult = { value: string } | 'back' | undefined;

/** `message` says why the value is not accepted; `value` optionally replaces it in the box. */
type InputValidation = { accepted: true } | { accepted: false; message: UiText; value?: string };

/**
 * Shows an input box until `check` accepts the value or the user cancels. While `check` runs, the box is busy and shows
 * the messages passed to `showInfo`. A rejected value stays in the box, and losing focus doesn't close it. Every step
 * but the first has a Back button.
 */
function askForInput(
  { message, ...question }: InputOptions,
  check: (value: string, signal: AbortSignal, showInfo: (text?: UiText) => void) => Promise<InputValidation>,
): Promise<InputResult> {
  const { box, setMessage } = createInputBox({ ignoreFocusOut: true, ...question });
  setMessage(message);
  box.buttons = question.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  const hidden = new AbortController();
  let validatedValue: string | undefined;
  return new Promise((resolve) => {
    const showInfo = (message?: UiText): void => setMessage(message, vscode.InputBoxValidationSeverity.Info);
    const accept = async (): Promise<void> => {
      const value = box.value.trim();
      box.busy = true;
      const validation = await check(value, hidden.signal, showInfo);
      box.busy = false;
      if (validation.accepted) {
        resolve({ value });
        box.hide();
        return;
      }
      validatedValue = validation.value ?? box.value;
      box.value = validatedValue;
      setMessage(validation.message);
    };
    box.onDidAccept(() => {
      if (!box.busy) {
        accept().catch((error: unknown) => {
          box.busy = false;
          setMessage(toActionError(error).text);
        });
      }
    });
    box.onDidTriggerButton(() => {
      resolve('back');
      box.hide();
    });
    box.onDidChangeValue((value) => {
      // Setting `box.value` above also fires this event, which must not clear the validation message.
      if (value !== validatedValue) {
        setMessage(undefined);
      }
    });
    box.onDidHide(() => {
      hidden.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
