"""The built-in model as an ONNX file in 8 bits, made of our own weights.

The usual file of this model is not in any package that pip fetches, so the same network is built here from the weights we have
and quantised by ONNX Runtime's own tool, as the usual one was. What that takes does not depend on the numbers.
"""

import logging

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 20


class Graph:
    """Nodes and constants under way; each method returns the name of what it gives."""

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(numpy.ascontiguousarray(values), name))
        return name

    def node(self, kind, *inputs, **settings):
        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name


class Network:
    """BERT with norms after each part, as the model is."""

    def __init__(self, model):
        self.model, self.graph = model, Graph()
        shape = model.shape
        self.hidden, self.inner, self.heads = shape["hidden"], shape["inner"], shape["heads"]
        whole = lambda name, *values: self.graph.constant(name, numpy.array(values, dtype=numpy.int64))
        self.split = whole("split", 0, 0, self.heads, self.hidden // self.heads)
        self.join = whole("join", 0, 0, self.hidden)
        root = numpy.array(1 / numpy.sqrt(self.hidden // self.heads), dtype=numpy.float32)
        self.root = self.graph.constant("root", root)

    def linear(self, x, name, given, made):
        weights = self.graph.constant(f"{name}.w", self.model.tensor(f"{name}.w", made, given).T)
        bias = self.graph.constant(f"{name}.b", self.model.tensor(f"{name}.b", made))
        return self.graph.node("Add", self.graph.node("MatMul", x, weights), bias)

    def norm(self, x, name):
        scale, bias = (
            self.graph.constant(f"{name}.{part}", self.model.tensor(f"{name}.{part}", self.hidden)) for part in "wb"
        )
        return self.graph.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=self.model.epsilon)

    def embedded(self):
        shape = self.model.shape
        table = lambda name, rows: self.graph.constant(name, self.model.tensor(name, rows, self.hidden))
        words = self.graph.node("Gather", table("emb.word", shape["words"]), "tokens")
        places = self.graph.node("Gather", table("emb.pos", shape["positions"]), "places")
        kind = self.graph.constant("emb.type.0", self.model.tensor("emb.type", shape["kinds"], self.hidden)[0])
        return self.norm(self.graph.node("Add", self.graph.node("Add", words, places), kind), "emb.ln")

    def heads_of(self, x, turn):
        return self.graph.node("Transpose", self.graph.node("Reshape", x, self.split), perm=turn)

    def attention(self, x, layer):
        node = self.graph.node
        query, key, value = (self.linear(x, f"l{layer}.{part}", self.hidden, self.hidden) for part in "qkv")
        products = node("MatMul", self.heads_of(query, [0, 2, 1, 3]), self.heads_of(key, [0, 2, 3, 1]))
        shares = node("Softmax", node("Add", node("Mul", products, self.root), "mask"), axis=-1)
        mixed = node("MatMul", shares, self.heads_of(value, [0, 2, 1, 3]))
        joined = node("Reshape", node("Transpose", mixed, perm=[0, 2, 1, 3]), self.join)
        return self.linear(joined, f"l{layer}.ao", self.hidden, self.hidden)

    def layer(self, x, layer):
        x = self.norm(self.graph.node("Add", x, self.attention(x, layer)), f"l{layer}.aln")
        wide = self.graph.node("Gelu", self.linear(x, f"l{layer}.fi", self.hidden, self.inner))
        return self.norm(self.graph.node("Add", x, self.linear(wide, f"l{layer}.fo", self.inner, self.hidden)), f"l{layer}.oln")

    def build(self):
        x = self.embedded()
        for layer in range(self.model.shape["layers"]):
            x = self.layer(x, layer)
        self.graph.nodes[-1].output[0] = "states"
        given = [
            helper.make_tensor_value_info("tokens", TensorProto.INT64, ["texts", "length"]),
            helper.make_tensor_value_info("places", TensorProto.INT64, ["length"]),
            helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["texts", 1, 1, "length"]),
        ]
        made = [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["texts", "length", self.hidden])]
        graph = helper.make_graph(self.graph.nodes, "e5", given, made, self.graph.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)


def write(model, by_column):
    """Writes the network in 8 bits, once for each path: with a scale for each column of weights, or for a whole matrix.

    A scale for each column is nearer to the full network, and often slower.
    """
    # The tool advises to infer shapes first, which nothing here needs.
    logging.getLogger().setLevel(logging.ERROR)
    full = next(iter(by_column)).with_suffix(".f32.onnx")
    onnx.save(Network(model).build(), full)
    for path, each in by_column.items():
        draft = path.with_suffix(".draft")
        quantize_dynamic(full, draft, weight_type=QuantType.QInt8, per_channel=each)
        draft.replace(path)
    full.unlink()
