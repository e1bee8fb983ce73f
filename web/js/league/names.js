// @ts-check
// Names in a league. They were chosen by strangers, so they are texts and nothing else, each with a
// direction of its own.

import { readPlayer } from "../newgame.js";
import { h } from "../view.js";
import { playerName } from "../words.js";

/** @param {string} name of a player; a yardstick's is `level:3` or `zoo:greedy` */
export const nameText = (name) => (/^(level|zoo):/.test(name) ? playerName(readPlayer(name)) : name);

/** @param {string} name */
export const nameOf = (name) => h("bdi", { class: "bot-name" }, () => nameText(name));
