import type { PanelStrings } from '../protocol/strings.ts';
import { CodeColourer } from './code/codeColourer.ts';
import { connectHost } from './host.ts';
import { tellUse } from './panel/focus.ts';
import { Panel } from './panel/panel.ts';

// `panelPage` wrote them, in the same version of the extension.
const strings = JSON.parse(document.body.dataset['strings'] ?? '{}') as PanelStrings;
const host = connectHost(strings.noAnswer);
const colours = new CodeColourer(host, document.body.dataset['codeWorker'] ?? '');
const panel = new Panel({ strings, host, colours });
document.body.append(panel.element);
host.listen((message) => panel.apply(message));
tellUse(host);
host.post({ type: 'ready' });
