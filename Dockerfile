# One image for a server and for agents: `gridarena` is what it runs, the words behind it say which.
#
#   docker build -t gridarena .
#   docker run --rm gridarena match mcts greedy --board easy-3x3
#
# See docs/containers.md; docker-compose.yml puts a server and three agents together.
ARG BASE=python:3.11-slim

FROM ${BASE} AS wheel
# For those who build behind a package index of their own; empty: the usual one.
ARG PIP_INDEX_URL
WORKDIR /source
COPY . .
RUN python -m pip wheel --quiet --no-deps --wheel-dir /wheel .

FROM ${BASE}
ARG PIP_INDEX_URL
COPY constraints.txt /tmp/constraints.txt
COPY --from=wheel /wheel /tmp/wheel
RUN python -m venv /opt/gridarena \
 && /opt/gridarena/bin/python -m pip install --quiet --no-cache-dir \
      --constraint /tmp/constraints.txt "$(echo /tmp/wheel/*.whl)[host]" \
 && rm -r /tmp/wheel /tmp/constraints.txt \
 && useradd --create-home --uid 10001 gridarena \
 && install --directory --owner gridarena --mode 0700 /data /joins
ENV PATH=/opt/gridarena/bin:$PATH \
    GRIDARENA_DATABASE=/data/arena.db
USER gridarena
WORKDIR /home/gridarena
# Compiles the kernels into the image, and proves that it plays.
RUN gridarena match mcts?nodes=20 greedy --board easy-2x2 --time 0.5 --games 1 && rm -r gridarena-logs
EXPOSE 7437
ENTRYPOINT ["gridarena"]
CMD ["--help"]
