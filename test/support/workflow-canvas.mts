import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../../dev/host/client.mts';

// What n8n's editor draws of a workflow, in its pixels.

/** A name has two lines at most below its node, each as wide as two nodes. */
const NODE = { width: 96, height: 96 };
const NAME = { width: 192, height: 44 };
/** What n8n leaves of a 1400 x 900 window beside its side bar, header and margins. */
const CANVAS = { width: 1150, height: 700 };

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** The zoom at which n8n shows the whole workflow. */
export function computeZoom({ nodes }: WorkflowJson): number {
	const boxes = nodes.map(toBox);
	const measure = (start: 'left' | 'top', end: 'right' | 'bottom') =>
		Math.max(...boxes.map((box) => box[end])) - Math.min(...boxes.map((box) => box[start]));
	return Math.min(
		CANVAS.width / measure('left', 'right'),
		CANVAS.height / measure('top', 'bottom'),
	);
}

/** Pairs of nodes, names included, that lie on each other. A note may hold the nodes of a step. */
export function findOverlaps({ nodes }: WorkflowJson): string[] {
	const boxes = nodes.map(toBox);
	return boxes.flatMap((box, index) =>
		boxes
			.slice(index + 1)
			.filter((other) => touches(box, other) && !holds(box, other) && !holds(other, box))
			.map((other) => `${box.name} / ${other.name}`),
	);
}

/** What a node takes up, its name included. */
function toBox(node: INode): Box {
	const { name, position, parameters } = node;
	const [left, top] = position;
	if (isNote(node)) {
		const { width, height } = parameters as Record<'width' | 'height', unknown>;
		return { name, left, top, right: left + Number(width), bottom: top + Number(height) };
	}
	const overhang = (NAME.width - NODE.width) / 2;
	const right = left + NODE.width + overhang;
	return { name, left: left - overhang, top, right, bottom: top + NODE.height + NAME.height };
}

function touches(one: Box, other: Box): boolean {
	const isBeside = one.left >= other.right || other.left >= one.right;
	return !isBeside && one.top < other.bottom && other.top < one.bottom;
}

function holds(one: Box, other: Box): boolean {
	const isAround = one.left <= other.left && one.right >= other.right;
	return isAround && one.top <= other.top && one.bottom >= other.bottom;
}
