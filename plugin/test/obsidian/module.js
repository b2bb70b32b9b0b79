// What `require("obsidian")` returns.

import { FileSystemAdapter } from "./adapter.js";
import { App, SecretStorage } from "./app.js";
import { Component } from "./component.js";
import * as controls from "./controls.js";
import { debounce } from "./debounce.js";
import { Editor } from "./editor.js";
import { Events } from "./events.js";
import { FileManager } from "./file-manager.js";
import { TAbstractFile, TFile, TFolder } from "./file.js";
import { addIcon, getIcon, getIconIds, removeIcon, setIcon } from "./icon.js";
import { WorkspaceItem, WorkspaceLeaf, WorkspaceTabs } from "./leaf.js";
import { MarkdownRenderChild, MarkdownRenderer, sanitizeHTMLToDom } from "./markdown.js";
import * as match from "./match.js";
import { Menu, MenuItem, MenuSeparator } from "./menu.js";
import { MetadataCache, getFrontMatterInfo, resolveSubpath } from "./metadata-cache.js";
import { AbstractInputSuggest, ConfirmationModal, FuzzySuggestModal, Modal, PopoverSuggest, SuggestModal } from "./modal.js";
import { Notice } from "./notice.js";
import { getLinkpath, normalizePath, parseLinktext, stripHeading, stripHeadingForLink } from "./path.js";
import { Platform } from "./platform.js";
import { Plugin } from "./plugin.js";
import { Keymap, Scope } from "./scope.js";
import { PluginSettingTab, SettingPage, SettingTab } from "./setting-tab.js";
import { Setting, SettingGroup } from "./setting.js";
import { strictObject } from "./strict.js";
import { displayTooltip, setTooltip } from "./tooltip.js";
import { Vault } from "./vault.js";
import { EditableFileView, FileView, ItemView, MarkdownView, TextFileView, View } from "./view.js";
import { Workspace, WorkspaceRibbon, WorkspaceRoot, WorkspaceSidedock, WorkspaceSplit } from "./workspace.js";
import { parseYaml, stringifyYaml } from "./yaml.js";

/** The version of the app that this stands for. */
const VERSION = "1.13.1";

function requireApiVersion(version) {
  return version.localeCompare(VERSION, "en", { numeric: true }) <= 0;
}

/** Everything of the plugin's is on this machine, and is asked for through Node: the network isn't. */
function requestUrl(request) {
  window.app.faults.push(`requestUrl was called: ${typeof request === "string" ? request : request.url}`);
  throw new Error("the plugin reached out to the network");
}

function getAllTags(cache) {
  const listed = [cache.frontmatter?.tags ?? cache.frontmatter?.tag ?? []].flat().map((tag) => `#${String(tag).replace(/^#/, "")}`);
  return [...listed, ...(cache.tags ?? []).map(({ tag }) => tag)];
}

const getLanguage = () => window.localStorage.getItem("language") ?? "en";

const { afterTyping, ...components } = controls;

export const obsidian = strictObject("obsidian", {
  ...components,
  ...match,
  AbstractInputSuggest,
  App,
  Component,
  ConfirmationModal,
  EditableFileView,
  Editor,
  Events,
  FileManager,
  FileSystemAdapter,
  FileView,
  FuzzySuggestModal,
  ItemView,
  Keymap,
  MarkdownRenderChild,
  MarkdownRenderer,
  MarkdownView,
  Menu,
  MenuItem,
  MenuSeparator,
  MetadataCache,
  Modal,
  Notice,
  Platform,
  Plugin,
  PluginSettingTab,
  PopoverSuggest,
  Scope,
  SecretStorage,
  Setting,
  SettingGroup,
  SettingPage,
  SettingTab,
  SuggestModal,
  TAbstractFile,
  TFile,
  TFolder,
  TextFileView,
  Vault,
  View,
  Workspace,
  WorkspaceItem,
  WorkspaceLeaf,
  WorkspaceRibbon,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  addIcon,
  apiVersion: VERSION,
  debounce,
  displayTooltip,
  getAllTags,
  getFrontMatterInfo,
  getIcon,
  getIconIds,
  getLanguage,
  getLinkpath,
  moment: window.moment,
  normalizePath,
  parseLinktext,
  parseYaml,
  removeIcon,
  request: requestUrl,
  requestUrl,
  requireApiVersion,
  resolveSubpath,
  sanitizeHTMLToDom,
  setIcon,
  setTooltip,
  stringifyYaml,
  stripHeading,
  stripHeadingForLink,
});
